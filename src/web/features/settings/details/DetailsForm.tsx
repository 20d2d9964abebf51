import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { auth } from '../../../../contract/api/auth.ts';
import { type Client, splitEmails } from '../../../../contract/api/client-fields.ts';
import { clients } from '../../../../contract/api/clients.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import { reachOf } from '../../../../contract/shared/roles.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { renewSession } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { phoneWithPrefix } from '../../../ui/fields/phoneWithPrefix.ts';
import { takeSaved } from '../../../ui/fields/takeSaved.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useLeaveWarning } from '../../../ui/fields/useLeaveWarning.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { AppearanceSection } from './AppearanceSection.tsx';
import { PictureSection } from './PictureSection.tsx';
import { TestMailSection } from './TestMailSection.tsx';
import { type DetailsValues, fieldName, valuesOf } from './values.ts';
import { AlertsSection, NameSection, ReachSection, WritingSection } from './sections.tsx';
import { useLiftConfinement } from './useLiftConfinement.ts';
import { rulesOf } from './rules.ts';
import { Rows } from '../../../ui/page/layout.tsx';
import { screenLanguage } from '../../../i18n/i18n.ts';
import { plainNumber } from '../../../ui/fields/plainNumber.ts';

const FORM = 'details';

export function DetailsForm({ client }: { client: Client }) {
  const { t } = useTranslation();
  const me = useMe();
  const toast = useToast();
  const confined = me.clientStatus === 'SHOULD_UPDATE_DETAILS';
  const company = client.accountType === 'COMPANY';
  const fields = useFields<DetailsValues>({
    rules: rulesOf(t, company),
    values: valuesOf(client),
  });
  const {
    reset,
    formState: { isDirty, dirtyFields },
  } = fields;
  const update = useSend(clients.update, {
    changes: [clients.get, auth.me],
    failed: () => undefined,
  });
  const leaving = useLeaveWarning(isDirty);
  useLiftConfinement(confined, isDirty);

  const submit = fields.submit(async (form) => {
    const list = (text: string) => splitEmails(text);
    const all: Omit<Input<typeof clients.update>, 'clientId'> = {
      ...form,
      phone: phoneWithPrefix(form.phone, form.country),
      emailAlerts: list(form.emailAlerts),
      smsAlerts: list(form.smsAlerts).map((phone) => phoneWithPrefix(phone, form.country)),
      lowUnitsNotifyLevel: Number(plainNumber(form.lowUnitsNotifyLevel, screenLanguage())),
    };
    // Only changed fields are sent, so that the others keep a change that another person has just made.
    const changed = Object.fromEntries(
      Object.entries(all).filter(([name]) => dirtyFields[name as keyof DetailsValues]),
    ) as typeof all;
    const sent = { ...fields.getValues() };
    const saved = await update.mutateAsync({ clientId: client.clientId, ...changed });
    await renewSession().catch(() => undefined);
    takeSaved(fields, valuesOf(saved), sent);
    const isWaiting =
      (changed.email !== undefined && saved.pendingEmail !== null) ||
      (changed.phone !== undefined && saved.pendingPhone !== null);
    toast.success(t(isWaiting ? 'contact.saved' : 'settings.saved'));
  });

  const missing = client.missingDetails.map((name) => fieldName(t, name)).join(', ');
  return (
    <>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Rows component="form" id={FORM} noValidate onSubmit={submit} isFluid>
          {confined && (
            <Alert severity="warning">
              <AlertTitle>{t('settings.due')}</AlertTitle>
              {t('settings.dueText', { fields: missing })}
            </Alert>
          )}
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          <ErrorSummary errors={fields.summary} />
          <NameSection fields={fields} isCompany={company} />
          <ReachSection fields={fields} client={client} />
          <AlertsSection fields={fields} />
          <WritingSection fields={fields} />
        </Rows>
        <Rows isFluid>
          <PictureSection client={client} />
          <AppearanceSection />
          {reachOf(me.clientAccessLevel, 'clients.testSmtp') !== undefined && (
            <TestMailSection first={client.email ?? ''} />
          )}
        </Rows>
      </Box>
      <ActionBar note={isDirty ? t('settings.unsaved') : t('settings.allSaved')}>
        <Button
          color="inherit"
          variant="outlined"
          disabled={!isDirty || update.isPending}
          onClick={() => {
            reset(valuesOf(client));
            fields.setRefusal(null);
          }}
        >
          {t('settings.discard')}
        </Button>
        <Button
          type="submit"
          form={FORM}
          variant="contained"
          disabled={!isDirty}
          loading={update.isPending}
        >
          {t('settings.save')}
        </Button>
      </ActionBar>
      {leaving}
    </>
  );
}
