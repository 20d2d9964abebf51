alter table ticket validate constraint ticket_purpose_check;
