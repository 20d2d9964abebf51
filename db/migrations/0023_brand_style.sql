-- A brand's look beside its theme: a colour of its own, the bar and the menu, corners, and three pictures.

set local role tuma_owner;

alter table picture drop constraint picture_purpose_check;
alter table picture add constraint picture_purpose_check
  check (purpose in ('PROFILE', 'LOGO', 'LOGO_DARK', 'FAVICON', 'SIGN_IN'));

alter table brand
  add column accent_colour text check (accent_colour ~ '^#[0-9a-f]{6}$'),
  add column chrome text not null default 'WHITE' check (chrome in ('WHITE', 'TINTED', 'DARK')),
  add column corners int not null default 8 check (corners in (4, 8, 12)),
  add column pattern text not null default 'MESSAGES'
    check (pattern in ('MESSAGES', 'WAVES', 'RINGS', 'DOTS', 'PLAIN')),
  add column logo_dark_picture_id uuid references picture (id),
  add column favicon_picture_id uuid references picture (id),
  add column sign_in_picture_id uuid references picture (id);

reset role;
