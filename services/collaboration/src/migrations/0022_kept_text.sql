-- A text that was paid for and is not the text of its version yet: whoever goes on takes it instead of asking the AI again.
alter table material add column kept_text text;
