create function copydesk_append_only() returns trigger language plpgsql as $$
begin
  raise exception '%: rows are only added', tg_table_name;
end;
$$;
create function copydesk_head_forward() returns trigger language plpgsql as $$
begin
  if new.seq < old.seq then raise exception 'audit_head: only goes forward'; end if;
  return new;
end;
$$;
create trigger audit_no_change before update or delete or truncate on audit for each statement execute function copydesk_append_only();
create trigger material_event_no_change before update or delete or truncate on material_event for each statement execute function copydesk_append_only();
create trigger delivery_event_no_change before update or delete or truncate on delivery_event for each statement execute function copydesk_append_only();
create trigger audit_head_forward before update on audit_head for each row execute function copydesk_head_forward();
create trigger audit_head_no_delete before delete or truncate on audit_head for each statement execute function copydesk_append_only();
create trigger material_no_delete before delete or truncate on material for each statement execute function copydesk_append_only();
create trigger delivery_no_delete before delete or truncate on delivery for each statement execute function copydesk_append_only();
create trigger event_no_delete before delete or truncate on event for each statement execute function copydesk_append_only();
