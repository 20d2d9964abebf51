import ContactsIcon from '@mui/icons-material/ContactsOutlined';
import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import NewIcon from '@mui/icons-material/PersonAddOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '../../ui/page/states.tsx';
import { IMPORT } from './addresses.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { ContactsFrame } from './ContactsFrame.tsx';
import { ContactTable } from './ContactTable.tsx';

/** Everybody one can write to. */
export function ContactList() {
  const { t } = useTranslation();
  const [creating, setCreating] = useState(false);
  // The number of a conversation that is not a contact yet.
  const [parameters, setParameters] = useSearchParams();
  const phone = parameters.get('new');
  const close = () => {
    setCreating(false);
    if (phone === null) return;
    const next = new URLSearchParams(parameters);
    next.delete('new');
    setParameters(next, { replace: true });
  };
  const create = (
    <Button variant="contained" startIcon={<NewIcon />} onClick={() => setCreating(true)}>
      {t('contacts.newContact')}
    </Button>
  );
  const bring = (
    <Button
      variant="outlined"
      color="inherit"
      component={Link}
      to={IMPORT}
      startIcon={<ImportIcon />}
    >
      {t('contacts.import')}
    </Button>
  );
  return (
    <ContactsFrame
      tab="contacts"
      purpose={t('contacts.contactsPurpose')}
      actions={
        <>
          {bring}
          {create}
        </>
      }
    >
      <ContactTable
        empty={
          <EmptyState
            icon={<ContactsIcon />}
            title={t('contacts.empty')}
            text={t('contacts.emptyText')}
            action={bring}
          />
        }
      />
      {(creating || phone !== null) && (
        <ContactDialog contact={null} phone={phone ?? ''} onClose={close} />
      )}
    </ContactsFrame>
  );
}
