import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useController } from 'react-hook-form';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { clients } from '../../../contract/api/clients.ts';
import type { Client } from '../../../contract/api/client-fields.ts';
import { isBound, reachOf } from '../../../contract/shared/roles.ts';
import { FormDialog } from '../../parts/FormDialog.tsx';
import { useMe, useSend } from '../../parts/queries.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { Facts, Section } from '../../ui/page/Page.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { CreditDialog } from './ManageDialogs.tsx';
import { mayManage } from './permissions.ts';

/** Settings of a client that only its ancestors change. */
export function Limits({ client }: { client: Client }) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const me = useMe();
  const [editing, setEditing] = useState(false);
  const [lending, setLending] = useState(false);
  const managed = mayManage(me, client);
  const changes = managed && reachOf(me.clientAccessLevel, 'clients.limits') !== undefined;
  const lends =
    managed &&
    client.creditLimitUnits !== undefined &&
    reachOf(me.clientAccessLevel, 'clients.credit') !== undefined;
  const { dailyLimitMessages: daily = null } = client;
  const above = client.inheritedApproval ?? null;
  const unapproved = client.unapprovedNumbers ?? client.inheritedUnapprovedNumbers ?? null;
  return (
    <Section
      title={t('clients.limits')}
      action={
        changes && (
          <Button size="small" variant="outlined" color="inherit" onClick={() => setEditing(true)}>
            {t('clients.changeLimits')}
          </Button>
        )
      }
    >
      <Facts
        rows={[
          [
            t('clients.creditLimit'),
            <Box
              key="credit"
              component="span"
              sx={{ display: 'inline-flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}
            >
              {client.creditLimitUnits === undefined
                ? t('clients.noLimit')
                : client.creditLimitUnits === 0
                  ? t('clients.noCredit')
                  : units(client.creditLimitUnits)}
              {lends && (
                <Button size="small" sx={{ my: '-6px' }} onClick={() => setLending(true)}>
                  {t('clients.changeCredit')}
                </Button>
              )}
            </Box>,
          ],
          [t('clients.dailyLimit'), daily === null ? t('clients.noLimit') : number(daily)],
          [
            t('clients.approval'),
            above !== null
              ? inheritedText(t, above)
              : client.requiresCampaignApproval
                ? t('clients.yes')
                : t('clients.no'),
          ],
          [t('clients.consent'), t(`clients.consentChoices.${choiceOf(client)}`)],
          client.requiresCampaignApproval || above !== null
            ? [
                t('clients.unapproved'),
                unapproved === null ? t('clients.asPlatform') : number(unapproved),
              ]
            : null,
        ]}
      />
      {editing && <LimitsDialog client={client} onClose={() => setEditing(false)} />}
      {lending && <CreditDialog client={client} onClose={() => setLending(false)} />}
    </Section>
  );
}

type Above = NonNullable<Client['inheritedApproval']>;

const inheritedText = (t: TFunction, { clientName }: Above) =>
  clientName === null
    ? t('clients.approvalInheritedUnnamed')
    : t('clients.approvalInherited', { name: clientName });

const CONSENT = { PLATFORM: null, YES: true, NO: false } as const;
type Choice = keyof typeof CONSENT;
const CHOICES = Object.keys(CONSENT) as Choice[];
const choiceOf = ({ demandsConsent = null }: Client): Choice =>
  demandsConsent === null ? 'PLATFORM' : demandsConsent ? 'YES' : 'NO';

const isWhole = (written: string) => written === '' || /^\d{1,9}$/.test(written);
const isSome = (written: string) => isWhole(written) && Number(written) <= 1_000_000;
/** A figure as people write it, without the marks between thousands. */
const plainFigure = (written: string) => written.trim().replace(/[\s,.](?=\d{3}\b)/g, '');

function LimitsDialog({ client, onClose }: { client: Client; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const always = client.accessLevel === 'EBU_CLIENT';
  const above = client.inheritedApproval ?? null;
  // Accounts that need approval themselves may not loosen these.
  const bound = isBound(useMe());
  const fields = useFields({
    rules: z.object({
      dailyLimitMessages: z.string().check(
        z.refine((written) => isWhole(plainFigure(written)), {
          error: t('clients.dailyLimitWrong'),
        }),
      ),
      requiresCampaignApproval: z.boolean(),
      consent: z.enum(CHOICES),
      unapprovedNumbers: z.string().check(
        z.refine((written) => isSome(plainFigure(written)), {
          error: t('platform.approvalLimitWrong'),
        }),
      ),
    }),
    values: {
      dailyLimitMessages: client.dailyLimitMessages?.toString() ?? '',
      requiresCampaignApproval: always || (client.requiresCampaignApproval ?? false),
      consent: choiceOf(client),
      unapprovedNumbers: client.unapprovedNumbers?.toString() ?? '',
    },
  });
  const save = useSend(clients.limits, {
    changes: [clients.get],
    done: () => {
      toast.success(t('clients.limitsSaved'));
      onClose();
    },
    failed: fields.failed,
  });
  const submit = fields.submit((form) => {
    const { requiresCampaignApproval } = form;
    const daily = plainFigure(form.dailyLimitMessages);
    const numbers = plainFigure(form.unapprovedNumbers);
    save.mutate({
      clientId: client.clientId,
      dailyLimitMessages: daily === '' ? null : Number(daily),
      ...(!always && { requiresCampaignApproval }),
      demandsConsent: CONSENT[form.consent],
      ...(!bound && { unapprovedNumbers: numbers === '' ? null : Number(numbers) }),
    });
  });
  const approval = useController({ control: fields.control, name: 'requiresCampaignApproval' });
  return (
    <FormDialog
      title={t('clients.changeLimits')}
      action={t('clients.saveLimits')}
      busy={save.isPending}
      refusal={fields.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <Box sx={{ pt: 1 }}>
        <TextField
          {...fields.text('dailyLimitMessages')}
          label={t('clients.dailyLimit')}
          help={t('clients.dailyLimitHelp')}
          autoFocus
          input={{ inputMode: 'numeric', maxLength: 13 }}
        />
      </Box>
      <Box>
        <FormControlLabel
          control={
            <Switch
              checked={approval.field.value}
              disabled={always || (bound && client.requiresCampaignApproval)}
              onChange={approval.field.onChange}
              slotProps={{ input: { 'aria-describedby': 'approval-help' } }}
            />
          }
          label={t('clients.approval')}
        />
        <FormHelperText id="approval-help">
          {always
            ? t('clients.approvalAlways')
            : above !== null
              ? `${inheritedText(t, above)}. ${t('clients.approvalInheritedHelp')}`
              : t('clients.approvalHelp')}
        </FormHelperText>
      </Box>
      <SelectField control={fields.control} name="consent" label={t('clients.consent')}>
        {CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`clients.consentChoices.${choice}`)}
          </option>
        ))}
      </SelectField>
      {(approval.field.value || above !== null) && !bound && (
        <TextField
          {...fields.text('unapprovedNumbers')}
          label={t('clients.unapproved')}
          help={t('clients.unapprovedHelp')}
          input={{ inputMode: 'numeric', maxLength: 9 }}
        />
      )}
    </FormDialog>
  );
}
