import DownloadIcon from '@mui/icons-material/DownloadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { audit } from '../../../../contract/api/audit.ts';
import { personal, type Found } from '../../../../contract/api/personal-data.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DownloadButton } from '../../../ui/figures/DownloadButton.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Facts, Section } from '../../../ui/page/Page.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { PersonalDataRequests } from './PersonalDataRequests.tsx';
import { NextSteps } from '../../../parts/NextSteps.tsx';
import { SettingsFrame } from '../../../parts/SettingsFrame.tsx';
import { Beside, Rows } from '../../../ui/page/layout.tsx';

/** Data kept on one phone number: count it, download it, or erase it. */
export function PersonalData() {
  const { t } = useTranslation();
  const fields = useFields({
    rules: z.object({
      phone: z
        .string()
        .check(z.refine((phone) => phone.trim() !== '', { error: t('contacts.phoneMissing') })),
    }),
    values: { phone: '' },
  });
  const find = useSend(personal.find, { failed: fields.failed });
  const submit = fields.submit(({ phone }) => find.mutate({ phone: phone.trim() }));
  const { field, error } = fields.text('phone');
  const { clientAccessLevel } = useMe();
  const isAdministrator = clientAccessLevel === 'ADMINISTRATOR';
  return (
    <SettingsFrame
      tab="personal"
      purpose={t(isAdministrator ? 'personal.purposeAll' : 'personal.purpose')}
    >
      <Beside
        aside={
          !find.data && (
            <NextSteps
              steps={[
                t('personal.steps.look'),
                t('personal.steps.export'),
                t('personal.steps.erase'),
              ]}
            />
          )
        }
      >
        <Section>
          <Rows component="form" noValidate onSubmit={submit} gap={4}>
            {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
            <Box
              sx={{
                display: 'grid',
                gap: 3,
                alignItems: 'start',
                gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 420px) auto' },
              }}
            >
              <TextField
                field={{
                  ...field,
                  onChange: (event) => {
                    find.reset();
                    return field.onChange(event);
                  },
                }}
                error={error}
                label={t('personal.phone')}
                help={t(isAdministrator ? 'personal.helpAll' : 'personal.helpOwn')}
                input={{ inputMode: 'tel', maxLength: 40 }}
              />
              {/* Beside the field, which has its label above. */}
              <Button
                type="submit"
                variant="contained"
                loading={find.isPending}
                sx={{ justifySelf: 'start', mt: { sm: '24px' }, minHeight: 38 }}
              >
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
              fields.reset();
              find.reset();
            }}
          />
        )}
        {reachOf(clientAccessLevel, 'audit') !== undefined && <PersonalDataRequests />}
      </Beside>
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
    changes: [tasks.list, audit.list],
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
