-- The generic names that came with the product name no other firm as their reason; an operator's own
-- entries stay.

set local role tuma_owner;

update protected_name set source = 'INITIAL' where country = '*' and kind = 'WORD' and source ~ '(suresms|wesendall)\.com';

reset role;
