import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import OutlinedInput from '@mui/material/OutlinedInput';
import Skeleton from '@mui/material/Skeleton';

import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRIES } from '../../../contract/shared/countries.ts';
import {
  MOST_STEP_UP_UNITS,
  platform,
  type PlatformSettings,
  type SendingWindow,
} from '../../../contract/api/platform-settings.ts';
import { reachOf } from '../../../contract/shared/roles.ts';
import { useGet, useMe, useSend } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { ClientPicker, type Picked } from '../../parts/ClientPicker.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { Section } from '../../ui/Page.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { SecondApprovals } from './SecondApprovals.tsx';
import { SettingsFrame } from '../../parts/SettingsFrame.tsx';
import { useDayNames } from './dayNames.ts';
import { WindowDialog } from './WindowDialog.tsx';

/** What holds for everybody's campaigns: content rules, missed schedules, sending windows. */
export function Platform() {
  const { t } = useTranslation();
  const me = useMe();
  const query = useGet(platform.get, {});
  const edits = reachOf(me.clientAccessLevel, 'platform.edit') !== undefined && !me.impersonated;
  return (
    <SettingsFrame tab="platform" purpose={t('platform.purpose')}>
      {query.data === undefined ? (
        query.isError ? (
          <Section>
            <ErrorState
              title={t('list.failed')}
              text={messageOf(query.error)}
              retry={() => void query.refetch()}
            />
          </Section>
        ) : (
          <Skeleton variant="rounded" height={320} />
        )
      ) : (
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {!edits && <Alert severity="info">{t('platform.readOnly')}</Alert>}
          <Rules
            key={JSON.stringify([
              query.data.contentRules,
              query.data.tooLateMinutes,
              query.data.stepUpUnits,
            ])}
            settings={query.data}
            edits={edits}
          />
          <Inbox key={query.data.inbox?.clientId ?? ''} inbox={query.data.inbox} edits={edits} />
          {edits && <SecondApprovals />}
          <Windows windows={query.data.windows} edits={edits} />
        </Box>
      )}
    </SettingsFrame>
  );
}

const readUnits = (text: string) =>
  /^\d{1,10}([.,]\d{1,4})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : undefined;
const asWhole = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text.trim()) : undefined);

function Rules({ settings, edits }: { settings: PlatformSettings; edits: boolean }) {
  const { t } = useTranslation();
  const toast = useToast();
  const { contentRules, tooLateMinutes, stepUpUnits } = settings;
  const [words, setWords] = useState(contentRules.words.join('\n'));
  const [links, setLinks] = useState(contentRules.links);
  const [size, setSize] = useState(
    contentRules.mostRecipients === null ? '' : String(contentRules.mostRecipients),
  );
  const [late, setLate] = useState(String(tooLateMinutes));
  const [free, setFree] = useState(String(stepUpUnits));
  const update = useSend(platform.update, {
    changes: [platform.get],
    done: () => toast.success(t('platform.saved')),
  });
  const most = size.trim() === '' ? null : asWhole(size);
  const minutes = asWhole(late);
  const sizeWrong = most === undefined || (most !== null && (most < 1 || most > 100_000_000));
  const lateWrong = minutes === undefined || minutes < 1 || minutes > 10_080;
  const freeUnits = readUnits(free);
  const freeWrong = freeUnits === undefined || freeUnits > MOST_STEP_UP_UNITS;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (sizeWrong || lateWrong || freeWrong) return;
    update.mutate({
      contentRules: {
        words: words
          .split('\n')
          .map((word) => word.trim())
          .filter((word) => word !== ''),
        links,
        mostRecipients: most ?? null,
      },
      tooLateMinutes: minutes,
      ...(freeUnits !== stepUpUnits && { stepUpUnits: freeUnits }),
    });
  }
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 5 }}>
      <Section title={t('platform.content')}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
          {t('platform.contentText')}
        </Typography>
        <Box sx={{ display: 'grid', gap: 4, maxWidth: 560 }}>
          <FormField id="rule-words" label={t('platform.words')} help={t('platform.wordsHelp')}>
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                multiline
                minRows={3}
                maxRows={12}
                disabled={!edits}
                value={words}
                onChange={(event) => setWords(event.target.value)}
                inputProps={{ 'aria-describedby': parts['aria-describedby'] }}
              />
            )}
          </FormField>
          <FormControlLabel
            control={
              <Checkbox
                size="small"
                checked={links}
                disabled={!edits}
                onChange={(event) => setLinks(event.target.checked)}
              />
            }
            label={t('platform.links')}
          />
          <FormField
            id="rule-size"
            label={t('platform.size')}
            help={t('platform.sizeHelp')}
            error={sizeWrong ? t('platform.sizeWrong') : undefined}
          >
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                disabled={!edits}
                value={size}
                onChange={(event) => setSize(event.target.value)}
                inputProps={{
                  inputMode: 'numeric',
                  'aria-describedby': parts['aria-describedby'],
                  'aria-invalid': parts['aria-invalid'],
                }}
              />
            )}
          </FormField>
        </Box>
      </Section>
      <Section title={t('platform.late')}>
        <Box sx={{ maxWidth: 560 }}>
          <FormField
            id="too-late"
            label={t('platform.lateMinutes')}
            help={t('platform.lateHelp')}
            error={lateWrong ? t('platform.lateWrong') : undefined}
          >
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                disabled={!edits}
                value={late}
                onChange={(event) => setLate(event.target.value)}
                inputProps={{
                  inputMode: 'numeric',
                  'aria-describedby': parts['aria-describedby'],
                  'aria-invalid': parts['aria-invalid'],
                }}
              />
            )}
          </FormField>
        </Box>
      </Section>
      <Section title={t('platform.transfers')}>
        <Box sx={{ maxWidth: 560 }}>
          <FormField
            id="step-up-units"
            label={t('platform.stepUpUnits')}
            help={t('platform.stepUpUnitsHelp')}
            error={freeWrong ? t('platform.stepUpUnitsWrong') : undefined}
          >
            {(parts) => (
              <OutlinedInput
                id={parts.id}
                disabled={!edits}
                value={free}
                onChange={(event) => setFree(event.target.value)}
                inputProps={{
                  inputMode: 'decimal',
                  'aria-describedby': parts['aria-describedby'],
                  'aria-invalid': parts['aria-invalid'],
                }}
              />
            )}
          </FormField>
        </Box>
      </Section>
      {edits && (
        <Box>
          <Button type="submit" variant="contained" loading={update.isPending}>
            {t('platform.save')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

/** Who sees incoming messages of phones that nobody has written to, to numbers that nobody owns. */
function Inbox({ inbox, edits }: { inbox: PlatformSettings['inbox']; edits: boolean }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [client, setClient] = useState<Picked | null>(inbox);
  const update = useSend(platform.update, {
    changes: [platform.get],
    done: () => toast.success(t('platform.saved')),
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    update.mutate({ inboxClientId: client?.clientId ?? null });
  }
  return (
    <Section title={t('platform.inbox')}>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'grid', gap: 4, maxWidth: 560 }}
      >
        <ClientPicker
          id="inbox-client"
          label={t('platform.inboxClient')}
          help={t('platform.inboxHelp')}
          nobody={t('platform.inboxRoot')}
          disabled={!edits}
          value={client}
          onChange={setClient}
        />
        {edits && (
          <Box>
            <Button type="submit" variant="contained" loading={update.isPending}>
              {t('platform.saveInbox')}
            </Button>
          </Box>
        )}
      </Box>
    </Section>
  );
}

const nameOf = (code: string) => COUNTRIES.find((country) => country.code === code)?.label ?? code;

function Windows({ windows, edits }: { windows: readonly SendingWindow[]; edits: boolean }) {
  const { t } = useTranslation();
  const toast = useToast();
  const dayNames = useDayNames();
  const [editing, setEditing] = useState<SendingWindow | 'new' | null>(null);
  const [removing, setRemoving] = useState<SendingWindow | null>(null);
  const remove = useSend(platform.deleteWindow, {
    changes: [platform.get],
    done: () => {
      setRemoving(null);
      toast.success(t('platform.removed'));
    },
  });
  return (
    <Section
      title={t('platform.windows')}
      flush
      action={
        edits && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<AddIcon />}
            onClick={() => setEditing('new')}
          >
            {t('platform.add')}
          </Button>
        )
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
        {windows.length === 0 ? t('platform.windowsEmpty') : t('platform.windowsText')}
      </Typography>
      {windows.length > 0 && (
        <Box
          sx={{ overflowX: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={t('platform.windows')}
        >
          <Table aria-label={t('platform.windows')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('platform.country')}</TableCell>
                <TableCell>{t('platform.kind')}</TableCell>
                <TableCell>{t('platform.hours')}</TableCell>
                <TableCell>{t('platform.days')}</TableCell>
                <TableCell>{t('platform.source')}</TableCell>
                <TableCell>{t('platform.checkedOn')}</TableCell>
                {edits && <TableCell />}
              </TableRow>
            </TableHead>
            <TableBody>
              {windows.map((window) => (
                <TableRow key={`${window.country} ${window.kind}`}>
                  <TableCell sx={{ fontWeight: 550 }}>{nameOf(window.country)}</TableCell>
                  <TableCell>{t(`platform.kinds.${window.kind}`)}</TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>
                    {`${window.opens} – ${window.closes}`}
                    <Typography variant="caption" component="div" color="textSecondary">
                      {window.timezone.replaceAll('_', ' ')}
                    </Typography>
                  </TableCell>
                  <TableCell>
                    {window.days.length === 7
                      ? t('platform.everyDay')
                      : window.days.map((day) => dayNames[day - 1]).join(', ')}
                  </TableCell>
                  <TableCell sx={{ minWidth: 220, color: 'text.secondary' }}>
                    {window.source}
                  </TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{window.checkedOn}</TableCell>
                  {edits && (
                    <TableCell align="right">
                      <RowMenu
                        name={`${nameOf(window.country)} ${t(`platform.kinds.${window.kind}`)}`}
                        actions={[
                          {
                            key: 'edit',
                            label: t('platform.edit'),
                            icon: <EditIcon />,
                            act: () => setEditing(window),
                          },
                          {
                            key: 'remove',
                            label: t('platform.remove'),
                            icon: <RemoveIcon />,
                            danger: true,
                            act: () => setRemoving(window),
                          },
                        ]}
                      />
                    </TableCell>
                  )}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
      {editing !== null && (
        <WindowDialog
          window={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={t('platform.removeTitle')}
        action={t('platform.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) remove.mutate({ country: removing.country, kind: removing.kind });
        }}
      >
        {removing &&
          t('platform.removeText', {
            kind: t(`platform.kinds.${removing.kind}`),
            country: nameOf(removing.country),
          })}
      </ConfirmDialog>
    </Section>
  );
}
