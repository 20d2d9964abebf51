import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  contactImports,
  type ColumnUse,
  type ContactImport,
  type ContactUpload,
  type ImportKind,
} from '../../../../contract/api/contact-imports.ts';
import { HeaderRow, RemovedCharacters } from '../../../parts/HeaderRow.tsx';
import { useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { consentOf, isDayOrNone, lacksSubject, type ConsentForm } from '../consents/consent.ts';
import { ConsentFields } from '../consents/ConsentFields.tsx';
import { GroupPicker, type PickedGroup } from '../groups/GroupPicker.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { MappingTable, FirstRows } from './ColumnTables.tsx';

const NOTE = /^(note|nota|reason|motivo)s?$/i;
type Existing = 'UPDATE' | 'KEEP';

type Props = {
  file: ContactUpload;
  kind: ImportKind;
  groups: readonly PickedGroup[];
  onBack(): void;
  /** The same file was read again, with another header. */
  onFile(file: ContactUpload): void;
  onChecked(made: ContactImport): void;
};

/** Step 2: what each column is, where the people go, and what happens to those who are there. */
export function ColumnsStep({ file, kind, groups: given, onBack, onFile, onChecked }: Props) {
  const { t } = useTranslation();
  const people = kind === 'CONTACTS';
  const [mapping, setMapping] = useState<ColumnUse[]>(() =>
    people ? file.mapping : forOptOuts(file.mapping),
  );
  const [groups, setGroups] = useState<PickedGroup[]>([...given]);
  const [newGroupName, setNewGroupName] = useState('');
  const [existing, setExisting] = useState<Existing>('UPDATE');
  const [consent, setConsent] = useState<ConsentForm>({ what: '', how: '', day: '' });
  const [refusal, setRefusal] = useState<string | null>(null);
  const check = useSend(contactImports.check, {
    failed: (failure) => setRefusal(messageOf(failure)),
    done: onChecked,
  });

  const setHeader = useSend(contactImports.setHeader, {
    failed: (failure) => setRefusal(messageOf(failure)),
    done: onFile,
  });
  const header = (
    <Section>
      <Box sx={{ maxWidth: 440 }}>
        <HeaderRow
          value={file.headerRow}
          busy={setHeader.isPending}
          error={null}
          onChange={(headerRow) => {
            setRefusal(null);
            setHeader.mutate({ uploadId: file.uploadId, headerRow });
          }}
        />
      </Box>
    </Section>
  );
  if (file.rowCount === 0)
    return (
      <Rows isFluid>
        {header}
        <Alert
          severity="warning"
          action={
            <Button color="inherit" onClick={onBack}>
              {t('common.back')}
            </Button>
          }
        >
          <AlertTitle>{t('fromFile.noRows')}</AlertTitle>
          {t('fromFile.noRowsText')}
        </Alert>
      </Rows>
    );
  const change = (column: string, use: Partial<ColumnUse>) =>
    setMapping(mapping.map((each) => (each.column === column ? { ...each, ...use } : each)));
  const submit = () => {
    if (lacksSubject(consent)) return setRefusal(t('contacts.consentWordingMissing'));
    if (!isDayOrNone(consent.day)) return setRefusal(t('time.dayWrong'));
    setRefusal(null);
    check.mutate({
      uploadId: file.uploadId,
      kind,
      existing,
      groupIds: groups.map(({ groupId }) => groupId),
      consent: consentOf(consent),
      ...(newGroupName.trim() !== '' && { newGroupName: newGroupName.trim() }),
      mapping: mapping.map(({ column, field, attribute }) =>
        field === 'attribute'
          ? { column, field, ...(attribute?.trim() && { attribute: attribute.trim() }) }
          : { column, field },
      ),
    });
  };

  return (
    <Rows isFluid>
      {refusal !== null && <Alert severity="error">{refusal}</Alert>}
      {file.mended && <Alert severity="info">{t('contacts.mended')}</Alert>}
      <RemovedCharacters count={file.removedCharacters} />
      {header}
      <MappingTable file={file} mapping={mapping} people={people} onChange={change} />
      <FirstRows file={file} />
      {people && (
        <Section title={t('contacts.intoGroups')}>
          <Rows maxWidth={620}>
            <GroupPicker
              id="import-groups"
              label={t('contacts.groups')}
              value={groups}
              onChange={setGroups}
            />
            <TextField
              field={{
                name: 'newGroupName',
                value: newGroupName,
                onChange: (event) => setNewGroupName(event.target.value),
              }}
              label={`${t('contacts.newGroupName')} (${t('contacts.optional')})`}
              help={t('contacts.newGroupHelp')}
              autoComplete="off"
              input={{ maxLength: 80 }}
            />
            <ExistingChoice value={existing} onChange={setExisting} />
            <ConsentFields
              hasColumn={mapping.some(({ field }) => field === 'consent')}
              value={consent}
              error={refusal !== null && lacksSubject(consent) ? refusal : undefined}
              onChange={setConsent}
            />
          </Rows>
        </Section>
      )}
      <ActionBar note={t('contacts.checkingText')}>
        <Button variant="outlined" color="inherit" onClick={onBack} disabled={check.isPending}>
          {t('common.back')}
        </Button>
        <Button variant="contained" onClick={submit} loading={check.isPending}>
          {t('contacts.check')}
        </Button>
      </ActionBar>
    </Rows>
  );
}

/** The treatment of people who are contacts already. */
function ExistingChoice({ value, onChange }: { value: Existing; onChange(value: Existing): void }) {
  const { t } = useTranslation();
  return (
    <Box>
      <Typography id="existing-label" variant="subtitle2">
        {t('contacts.existing')}
      </Typography>
      <RadioGroup
        aria-labelledby="existing-label"
        value={value}
        onChange={(_event, chosen) => onChange(chosen === 'KEEP' ? 'KEEP' : 'UPDATE')}
      >
        <FormControlLabel
          value="UPDATE"
          control={<Radio size="small" />}
          label={t('contacts.update')}
        />
        <FormControlLabel
          value="KEEP"
          control={<Radio size="small" />}
          label={t('contacts.keepThem')}
        />
      </RadioGroup>
    </Box>
  );
}

/** An opt-out list needs only the number, and a note if a column has that name. */
function forOptOuts(mapping: readonly ColumnUse[]): ColumnUse[] {
  const note = mapping.find(({ column, field }) => field !== 'phone' && NOTE.test(column.trim()));
  return mapping.map(({ column, field }) => ({
    column,
    field: field === 'phone' ? 'phone' : column === note?.column ? 'note' : null,
  }));
}
