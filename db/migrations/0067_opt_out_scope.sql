-- An opt-out ends promotional messages, or everything; of one sender ID, or of all. Until now each ended
-- everything but codes, and those that stand keep doing so.

set local role tuma_owner;

alter table opt_out
  add column scope text not null default 'EVERYTHING',
  add column sender text not null default '',
  add constraint opt_out_scope_check check (scope in ('PROMOTIONAL', 'EVERYTHING')) not valid;

-- What carriers say of a person who stopped messages at the operator, and what the person stopped: the
-- sender ID, or promotional messages of all.
create table opt_out_code (
  code text primary key check (code = lower(code)),
  applies text not null check (applies in ('SENDER', 'ALL')),
  source text not null,
  checked_on date not null
);
comment on table opt_out_code is
  'Words and codes of receipts by which carriers say that a person opted out, in lower case. Written by migrations.';
insert into opt_out_code (code, applies, source, checked_on) values
  ('sendername blacklisted', 'SENDER', 'Safaricom: the subscriber stopped this sender name (bulkitsms.com, blog.sozuri.net)', '2026-11-27'),
  ('userinblacklist', 'ALL', 'Africa''s Talking, failureReason (docs.africastalking.com/sms/deliveryreports)', '2026-11-27'),
  ('donotdisturbrejection', 'ALL', 'Africa''s Talking: the number is on the do-not-disturb list', '2026-11-27');
grant select on opt_out_code to tuma_gateway, tuma_portal;

-- Words by which a person opts out or in again, in capitals and without accents, by country ('' is every
-- country) and language.
create table opt_out_keyword (
  word text not null check (word = upper(word)),
  country text not null default '' check (country ~ '^([A-Z]{2})?$'),
  language text not null,
  asks text not null check (asks in ('STOP', 'STOP_EVERYTHING', 'START')),
  primary key (word, country)
);
comment on table opt_out_keyword is
  'Words with which phones opt out or in, by country and language. Written by migrations.';
insert into opt_out_keyword (word, language, asks) values
  ('STOP', 'en', 'STOP'), ('UNSUBSCRIBE', 'en', 'STOP'), ('OPTOUT', 'en', 'STOP'), ('OPT OUT', 'en', 'STOP'),
  ('QUIT', 'en', 'STOP'), ('END', 'en', 'STOP'), ('CANCEL', 'en', 'STOP'),
  ('STOPALL', 'en', 'STOP_EVERYTHING'), ('STOP ALL', 'en', 'STOP_EVERYTHING'),
  ('SITISHA', 'sw', 'STOP'), ('ACHA', 'sw', 'STOP'), ('KOMA', 'sw', 'STOP'), ('ONDOA', 'sw', 'STOP'), ('KUJITOA', 'sw', 'STOP'),
  ('ACHA ZOTE', 'sw', 'STOP_EVERYTHING'), ('SITISHA ZOTE', 'sw', 'STOP_EVERYTHING'),
  ('PARAR', 'pt', 'STOP'), ('PARE', 'pt', 'STOP'), ('PARA', 'pt', 'STOP'), ('SAIR', 'pt', 'STOP'),
  ('CANCELAR', 'pt', 'STOP'), ('REMOVER', 'pt', 'STOP'),
  ('PARAR TUDO', 'pt', 'STOP_EVERYTHING'), ('CANCELAR TUDO', 'pt', 'STOP_EVERYTHING'),
  ('ARRET', 'fr', 'STOP'), ('ARRETER', 'fr', 'STOP'),
  ('START', 'en', 'START'), ('UNSTOP', 'en', 'START'), ('SUBSCRIBE', 'en', 'START'), ('OPTIN', 'en', 'START'),
  ('OPT IN', 'en', 'START'), ('RESUME', 'en', 'START'),
  ('ANZA', 'sw', 'START'), ('RUDISHA', 'sw', 'START'),
  ('INICIAR', 'pt', 'START'), ('COMECAR', 'pt', 'START'), ('RETOMAR', 'pt', 'START'), ('SUBSCREVER', 'pt', 'START');
grant select on opt_out_keyword to tuma_gateway, tuma_portal;

reset role;
