-- Verdicts on the text as it stands that were paid for, in their order: whoever goes on takes them instead of asking the AI again.
alter table material add column kept_verdicts text;
