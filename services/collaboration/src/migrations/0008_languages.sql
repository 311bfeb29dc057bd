-- What a person speaks, as far as they told the desk: by /language (chosen), or by their messenger at /start (heard).
-- What the operator says of it stands with the participants.
create table spoken_language (
  user_id bigint not null primary key,
  chosen text,
  chosen_at_ms bigint,
  heard text,
  heard_at_ms bigint,
  check ((chosen is null) = (chosen_at_ms is null)),
  check ((heard is null) = (heard_at_ms is null))
);
