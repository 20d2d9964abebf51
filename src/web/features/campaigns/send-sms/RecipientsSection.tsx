import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_CONTACTS, MOST_GROUPS } from '../../../../contract/api/compose.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import type { useFileUpload } from '../from-file/useFileUpload.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { DropArea } from './DropArea.tsx';
import { NOBODY, type PickedContact, type PickedGroup, type Recipients } from './draft.ts';
import { NumbersField } from './NumbersField.tsx';
import { Picker } from './Picker.tsx';
import { useGroups, useContacts } from './useAudience.ts';
import { Rows } from '../../../ui/page/layout.tsx';

const UploadProgress = lazy(async () => ({
  default: (await import('../../../parts/list-upload/UploadProgress.tsx')).UploadProgress,
}));

/** The recipients: numbers typed or pasted, groups, contacts. */
export function RecipientsSection({
  value,
  onChange,
  error,
  file,
}: {
  value: Recipients;
  onChange(next: Recipients): void;
  error: string | undefined;
  /** A file of recipients in their place. */
  file: ReturnType<typeof useFileUpload>;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [passedOver, setPassedOver] = useState(0);
  const foundGroups = useGroups(),
    foundContacts = useContacts();
  const { numbers, groups, contacts: people } = value;

  const take = (files: readonly File[]) => void file.take(files);
  return (
    <DropArea onFiles={take}>
      <Section
        title={t('compose.recipients')}
        action={
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
            {numbers.length + groups.length + people.length > 0 ? (
              <Button
                size="small"
                color="inherit"
                onClick={() => {
                  onChange(NOBODY);
                  setPassedOver(0);
                }}
              >
                {t('compose.clear')}
              </Button>
            ) : (
              <ChooseFile onFiles={take} />
            )}
          </Box>
        }
      >
        {file.refusal !== null && (
          <Alert severity="error" onClose={file.clearRefusal} sx={{ mb: 4 }}>
            <AlertTitle>{t('fromFile.uploadFailed')}</AlertTitle>
            {file.refusal}
          </Alert>
        )}
        {file.uploading !== null ? (
          <Suspense fallback={null}>
            <UploadProgress uploading={file.uploading} />
          </Suspense>
        ) : (
          <Rows isFluid gap={4}>
            <NumbersField
              value={numbers}
              onChange={(next) => onChange({ ...value, numbers: next })}
              passedOver={passedOver}
              onPassedOver={setPassedOver}
              error={error}
            />
            <Box
              sx={{
                display: 'grid',
                gap: 4,
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
                alignItems: 'start',
              }}
            >
              <Picker<PickedGroup>
                id="groups"
                label={t('compose.groups')}
                hint={t('compose.groupsHint')}
                nothing={t('compose.groupsNone')}
                loadingText={t('loading')}
                value={groups}
                onChange={(next) => onChange({ ...value, groups: next.slice(0, MOST_GROUPS) })}
                {...foundGroups}
                keyOf={({ groupId }) => groupId}
                nameOf={({ groupName }) => groupName}
                detailOf={({ contactCount }) =>
                  t('compose.countContacts', { count: contactCount, value: number(contactCount) })
                }
              />
              <Picker<PickedContact>
                id="contacts"
                label={t('compose.contacts')}
                hint={t('compose.contactsHint')}
                nothing={t('compose.contactsNone')}
                loadingText={t('loading')}
                value={people}
                onChange={(next) => onChange({ ...value, contacts: next.slice(0, MOST_CONTACTS) })}
                {...foundContacts}
                keyOf={({ contactId }) => contactId}
                nameOf={({ name, phone }) => name || phone}
                detailOf={({ phone }) => phone}
              />
            </Box>
          </Rows>
        )}
      </Section>
    </DropArea>
  );
}
