import AddIcon from '@mui/icons-material/Add';
import RemoveIcon from '@mui/icons-material/CloseOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CONTACT_EMAIL,
  contacts,
  MOST_ATTRIBUTES,
  type Contact,
} from '../../../contract/api/contacts.ts';
import { contactGroups } from '../../../contract/api/contact-groups.ts';
import { isPlaceholderName } from '../../../contract/shared/template.ts';
import { useSend } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { ConsentFields, consentOf, dayOf, type ConsentForm } from './ConsentFields.tsx';
import { GroupPicker, type PickedGroup } from './GroupPicker.tsx';

const NAMES = ['firstName', 'lastName', 'otherNames', 'email'] as const;
type Field = 'phone' | (typeof NAMES)[number];
type Attribute = { name: string; value: string };

/** Adds a contact, or changes one. @param groups of a new one, to begin with */
export function ContactDialog({
  contact,
  groups: given = [],
  onClose,
}: {
  contact: Contact | null;
  groups?: readonly PickedGroup[];
  onClose(): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const [fields, setFields] = useState<Record<Field, string>>({
    phone: contact?.phone ?? '',
    firstName: contact?.firstName ?? '',
    lastName: contact?.lastName ?? '',
    otherNames: contact?.otherNames ?? '',
    email: contact?.email ?? '',
  });
  const [groups, setGroups] = useState<PickedGroup[]>([...(contact?.groups ?? given)]);
  const [attributes, setAttributes] = useState<Attribute[]>(
    Object.entries(contact?.attributes ?? {}).map(([name, value]) => ({ name, value })),
  );
  const [consent, setConsent] = useState<ConsentForm>({
    what: contact?.consent?.what ?? '',
    how: contact?.consent?.how ?? '',
    day: dayOf(contact?.consent?.timestamp ?? null),
  });
  const [errors, setErrors] = useState<Partial<Record<Field | 'attributes', string>>>({});
  const [refusal, setRefusal] = useState<string | null>(null);

  function failed(failure: Error) {
    const at =
      failure instanceof CallError && failure.code !== 'CONTACT_EXISTS'
        ? failure.details.find(({ field }) => Object.hasOwn(fields, field))
        : undefined;
    if (at) setErrors({ [at.field]: at.message });
    else setRefusal(messageOf(failure));
  }
  const changes = [contacts.list, contacts.get, contactGroups.list, contactGroups.get];
  const create = useSend(contacts.create, {
    changes,
    failed,
    done: () => {
      toast.success(t('contacts.contactCreated'));
      onClose();
    },
  });
  const update = useSend(contacts.update, {
    changes,
    failed,
    done: () => {
      toast.success(t('contacts.contactSaved'));
      onClose();
    },
  });
  const busy = create.isPending || update.isPending;

  function submit() {
    const named = attributes
      .map(({ name, value }) => ({ name: name.trim(), value: value.trim() }))
      .filter(({ name, value }) => name !== '' || value !== '');
    const wrong: typeof errors = {};
    if (fields.phone.trim() === '') wrong.phone = t('contacts.phoneMissing');
    if (fields.email.trim() !== '' && !CONTACT_EMAIL.test(fields.email.trim()))
      wrong.email = t('contacts.reasons.BAD_EMAIL');
    if (named.some(({ name }) => !isPlaceholderName(name)))
      wrong.attributes = t('contacts.attributeWrong');
    else if (new Set(named.map(({ name }) => name.toLowerCase())).size < named.length)
      wrong.attributes = t('contacts.attributeTwice');
    setErrors(wrong);
    setRefusal(null);
    if (Object.keys(wrong).length > 0) return;
    const input = {
      ...fields,
      attributes: Object.fromEntries(named.map(({ name, value }) => [name, value])),
      groupIds: groups.map(({ groupId }) => groupId),
      consent: consentOf(consent),
    };
    if (contact) update.mutate({ contactId: contact.contactId, ...input });
    else create.mutate(input);
  }

  const field = (name: Field) => ({
    name,
    value: fields[name],
    onChange: (event: { target: { value: string } }) =>
      setFields({ ...fields, [name]: event.target.value }),
  });
  const change = (at: number, part: Partial<Attribute>) =>
    setAttributes(attributes.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="contact-title"
      maxWidth="sm"
      fullWidth
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id="contact-title">
          {contact ? t('contacts.editContact') : t('contacts.newContact')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5, overflowY: 'auto' }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <TextField
            field={field('phone')}
            label={t('contacts.phone')}
            help={t('contacts.phoneHelp')}
            error={errors.phone}
            autoFocus
            autoComplete="off"
            type="tel"
            input={{ maxLength: 40 }}
          />
          <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            {NAMES.map((name) => (
              <TextField
                key={name}
                field={field(name)}
                label={`${t(`contacts.${name}`)} (${t('contacts.optional')})`}
                error={errors[name]}
                autoComplete="off"
                type={name === 'email' ? 'email' : 'text'}
                input={{ maxLength: name === 'email' ? 200 : 80 }}
              />
            ))}
          </Box>
          <GroupPicker
            id="contact-groups"
            label={t('contacts.groups')}
            help={t('contacts.groupsHelp')}
            value={groups}
            onChange={setGroups}
          />
          <Box role="group" aria-labelledby="attributes-label">
            <Typography id="attributes-label" variant="subtitle2">
              {t('contacts.attributes')}
            </Typography>
            <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
              {t('contacts.attributesHelp')}
            </Typography>
            {attributes.map(({ name, value }, at) => (
              <Box key={at} sx={{ display: 'flex', gap: 2, mb: 2 }}>
                <OutlinedInput
                  value={name}
                  onChange={(event) => change(at, { name: event.target.value })}
                  inputProps={{
                    'aria-label': t('contacts.attributeName', { n: at + 1 }),
                    maxLength: 40,
                  }}
                  sx={{ flex: 1 }}
                />
                <OutlinedInput
                  value={value}
                  onChange={(event) => change(at, { value: event.target.value })}
                  inputProps={{
                    'aria-label': t('contacts.attributeValue', { n: at + 1 }),
                    maxLength: 500,
                  }}
                  sx={{ flex: 1 }}
                />
                <IconButton
                  size="small"
                  aria-label={t('contacts.removeAttribute', { n: at + 1 })}
                  onClick={() => setAttributes(attributes.filter((_, index) => index !== at))}
                >
                  <RemoveIcon sx={{ fontSize: 18 }} />
                </IconButton>
              </Box>
            ))}
            {errors.attributes !== undefined && (
              <Typography role="alert" variant="body2" color="error" sx={{ mb: 2 }}>
                {errors.attributes}
              </Typography>
            )}
            {attributes.length < MOST_ATTRIBUTES && (
              <Button
                size="small"
                color="inherit"
                variant="outlined"
                startIcon={<AddIcon />}
                onClick={() => setAttributes([...attributes, { name: '', value: '' }])}
              >
                {t('contacts.addAttribute')}
              </Button>
            )}
          </Box>
          <ConsentFields value={consent} onChange={setConsent} />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {contact ? t('contacts.saveContact') : t('contacts.createContact')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
