-- Keys of cards are compared byte by byte, whatever the language of the database is.
drop index delivery_of_card;
create index delivery_of_card on delivery (entity_key collate "C") where operation = 'card';
