-- A large group is emptied in the background, step by step: what is being done to it meanwhile, and by which task.
alter table contact_group
  add emptying text check (emptying in ('CLEAR', 'DELETE', 'DELETE_CONTACTS')),
  add operation_id uuid;
