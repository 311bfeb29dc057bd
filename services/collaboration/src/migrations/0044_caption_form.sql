-- How the words of a caption are formatted (JSON, the messenger's entities); null is plain.
alter table material add column caption_entities text;
-- What a person said of how this post is shown, whatever the settings say (JSON).
alter table material add column shown_wish text;
