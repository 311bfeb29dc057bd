-- The number of an execution comes again where an n8n was made anew: what its person was told is known by the event too.
update delivery
set entity_key = entity_key || ':' || (select f.event_key from failure f where 'execution:' || f.root_execution_id = delivery.entity_key)
where purpose = 'failure'
  and exists (
    select 1 from failure f where f.event_key is not null and 'execution:' || f.root_execution_id = delivery.entity_key
  );
