import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { contacts, type Contact } from '../../../contract/api/contacts.ts';
import { contactGroups } from '../../../contract/api/contact-groups.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useSend } from '../../parts/queries.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { AttributeFields } from './AttributeFields.tsx';
import { ConsentFields } from './consents/ConsentFields.tsx';
import { requestOf, rulesOf, valuesOf, type ContactForm } from './contactForm.ts';
import { GroupPicker, type PickedGroup } from './groups/GroupPicker.tsx';
import { Halves } from '../../ui/page/layout.tsx';

const NAMES = ['firstName', 'lastName', 'otherNames', 'email'] as const;
const CHANGES = [contacts.list, contacts.get, contactGroups.list, contactGroups.get];

/** Adds a contact, or changes one. @param groups and phone of a new one, to begin with */
export function ContactDialog({
  contact,
  groups: given = [],
  phone = '',
  onClose,
}: {
  contact: Contact | null;
  groups?: readonly PickedGroup[];
  phone?: string;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<ContactForm>({
    rules: rulesOf(t),
    values: valuesOf(contact, given, phone),
  });
  const { control } = fields;
  const groups = useController({ control, name: 'groups' }).field;
  const { field: consent, fieldState: consentState } = useController({ control, name: 'consent' });
  const optionsOf = (saved: string) => ({
    changes: CHANGES,
    failed: fields.failed,
    done: () => {
      toast.success(saved);
      onClose();
    },
  });
  const create = useSend(contacts.create, optionsOf(t('contacts.contactCreated')));
  const update = useSend(contacts.update, optionsOf(t('contacts.contactSaved')));
  const submit = fields.submit((form) => {
    const request = requestOf(form);
    if (contact) update.mutate({ contactId: contact.contactId, ...request });
    else create.mutate(request);
  });
  return (
    <FormDialog
      title={contact ? t('contacts.editContact') : t('contacts.newContact')}
      action={contact ? t('contacts.saveContact') : t('contacts.createContact')}
      busy={create.isPending || update.isPending}
      refusal={fields.refusal}
      width="sm"
      isTall
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        {...fields.text('phone')}
        label={t('contacts.phone')}
        help={t('contacts.phoneHelp')}
        autoFocus
        autoComplete="off"
        type="tel"
        input={{ maxLength: 40 }}
      />
      <Halves>
        {NAMES.map((name) => (
          <TextField
            key={name}
            {...fields.text(name)}
            label={`${t(`contacts.${name}`)} (${t('contacts.optional')})`}
            autoComplete="off"
            type={name === 'email' ? 'email' : 'text'}
            input={{ maxLength: name === 'email' ? 200 : 80 }}
          />
        ))}
      </Halves>
      <GroupPicker
        id="contact-groups"
        label={t('contacts.groups')}
        help={t('contacts.groupsHelp')}
        value={groups.value}
        onChange={groups.onChange}
      />
      <AttributeFields control={control} />
      <ConsentFields
        value={consent.value}
        error={consentState.error?.message}
        onChange={consent.onChange}
      />
    </FormDialog>
  );
}
