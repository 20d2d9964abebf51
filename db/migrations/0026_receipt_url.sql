-- Where receipts of a gateway user's HTTP messages are told, where they name no address: a default like its sender.

update gateway_user set mt_messaging_cred = jsonb_set(mt_messaging_cred, '{defaultvalue,dlr_url}', 'null'::jsonb) where not (mt_messaging_cred -> 'defaultvalue') ? 'dlr_url';
