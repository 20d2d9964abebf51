import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { personal, type Found } from '../../../contract/api/personal-data.ts';
import { tasks } from '../../../contract/api/tasks.ts';
import { useMe, useSend } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { DownloadButton } from '../../ui/DownloadButton.tsx';
import { useFormat } from '../../ui/figures.tsx';
import { Facts, Section } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { useToast } from '../../ui/Toasts.tsx';
import { SettingsFrame } from '../../parts/SettingsFrame.tsx';
import { Rows } from '../../ui/layout.tsx';

/** Data kept on one phone number: count it, download it, or erase it. */
export function PersonalData() {
  const { t } = useTranslation();
  const [phone, setPhone] = useState('');
  const find = useSend(personal.find, { failed: () => undefined });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (phone.trim() !== '') find.mutate({ phone: phone.trim() });
  }
  return (
    <SettingsFrame tab="personal" purpose={t('personal.purpose')}>
      <Rows>
        <Section title={t('personal.find')}>
          <Rows component="form" noValidate onSubmit={submit} gap={4} maxWidth={560}>
            <TextField
              field={{
                name: 'phone',
                value: phone,
                onChange: (event) => {
                  setPhone(event.target.value);
                  find.reset();
                },
              }}
              label={t('personal.phone')}
              help={t('personal.help')}
              error={find.isError ? wrong(find.error) : undefined}
              input={{ inputMode: 'tel', maxLength: 40 }}
            />
            <Box>
              <Button type="submit" variant="contained" loading={find.isPending}>
                {t('personal.look')}
              </Button>
            </Box>
          </Rows>
        </Section>
        {find.data && (
          <Kept
            key={find.data.phone}
            found={find.data}
            onErased={() => {
              setPhone('');
              find.reset();
            }}
          />
        )}
      </Rows>
    </SettingsFrame>
  );
}

function Kept({ found, onErased }: { found: Found; onErased(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const me = useMe();
  const { number } = useFormat();
  const [asking, setAsking] = useState(false);
  const erase = useSend(personal.erase, {
    changes: [tasks.list],
    done: () => {
      toast.success(t('personal.erasing'));
      onErased();
    },
  });
  const { phone } = found;
  return (
    <Section title={phone}>
      <Rows>
        <Facts
          rows={(['contacts', 'messages', 'incoming', 'optOuts', 'campaignRows'] as const).map(
            (name) => [t(`personal.${name}`), number(found[name])] as const,
          )}
        />
        {found.inFlight > 0 && (
          <Alert severity="warning">
            {t('personal.inFlight', { value: number(found.inFlight) })}
          </Alert>
        )}
        <Box sx={{ display: 'flex', gap: 3, flexWrap: 'wrap' }}>
          <DownloadButton
            endpoint={personal.export}
            input={{ phone }}
            fallbackName="personal-data.json"
            icon={<DownloadIcon />}
          >
            {t('personal.export')}
          </DownloadButton>
          {!me.impersonated && (
            <Button
              variant="outlined"
              color="error"
              disabled={found.inFlight > 0}
              onClick={() => setAsking(true)}
            >
              {t('personal.erase')}
            </Button>
          )}
        </Box>
        <Typography variant="caption" color="textSecondary">
          {t('personal.files')}
        </Typography>
      </Rows>
      <ConfirmDialog
        open={asking}
        title={t('personal.askTitle', { phone })}
        action={t('personal.erase')}
        danger
        busy={erase.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => erase.mutate({ phone, confirm: phone })}
      >
        {t('personal.askText')}
      </ConfirmDialog>
    </Section>
  );
}

/** The error of the number, else of the call. */
function wrong(failure: Error): string {
  return (
    (failure instanceof CallError &&
      failure.details.find(({ field }) => field === 'phone')?.message) ||
    messageOf(failure)
  );
}
