import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useRef, type ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { platform, type PlatformSettings } from '../../../../contract/api/platform-settings.ts';
import { secondApprovals } from '../../../../contract/api/second-approvals.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { ClientPicker } from '../../../parts/clients/ClientPicker.tsx';
import { useSend } from '../../../parts/queries.ts';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { Rows } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { takeSaved } from '../../../ui/fields/takeSaved.ts';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { useLeaveWarning } from '../../../ui/fields/useLeaveWarning.tsx';
import { CHANGED } from './approvalChanges.ts';
import { ContentRules, TransferRules } from './ContentRules.tsx';
import { PartLinks } from './PartLinks.tsx';
import { changesOf, rulesOf, valuesOf, type PlatformForm as Form } from './platformForm.ts';
import { SecondApprovals } from './SecondApprovals.tsx';
import { SendingWindows } from './SendingWindows.tsx';
import { StopClauses } from './StopClauses.tsx';

type Approvals = Output<typeof secondApprovals.list>;

const PARTS = ['messages', 'units', 'hours', 'optOut'] as const;
type Part = (typeof PARTS)[number];
const searchOf = (part: Part) => (part === 'messages' ? '' : `?part=${part}`);

/** The fields that are not in the first part. */
const OF_UNITS: readonly string[] = ['stepUpUnits', 'secondApprovalAmount'];
const partOf = (field: string): Part => (OF_UNITS.includes(field) ? 'units' : 'messages');

/** The settings of the platform in parts: one form with one bar to save it, and the tables, each saved by its own dialogs. */
export function PlatformForm({
  settings,
  approvals,
  edits,
}: {
  settings: PlatformSettings;
  /** Undefined for those who only read. */
  approvals: Approvals | undefined;
  edits: boolean;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const amount = approvals?.amount ?? null;
  const fields = useFields<Form>({
    rules: rulesOf(t),
    isLive: true,
    values: valuesOf(settings, amount),
  });
  const { isDirty, isSubmitting } = fields.formState;
  // A failure is shown at its field, or above the form.
  const failed = () => undefined;
  const update = useSend(platform.update, { changes: [platform.get], failed });
  const setAmount = useSend(secondApprovals.setAmount, { changes: CHANGED, failed });
  const submit = fields.submit(async (form) => {
    const sent = { ...fields.getValues() };
    const changed = changesOf(form, settings, amount);
    if (changed.settings) await update.mutateAsync(changed.settings);
    const asked = changed.amount && (await setAmount.mutateAsync(changed.amount));
    takeSaved(fields, form, sent);
    toast.success(
      asked && asked.approvalId !== null ? t('secondApproval.waits') : t('platform.saved'),
    );
  });
  // Values that others changed show as soon as nothing here would be lost.
  const present = JSON.stringify(valuesOf(settings, amount));
  const { reset } = fields;
  useEffect(() => {
    if (!isDirty && !isSubmitting) reset(JSON.parse(present) as Form);
  }, [present, isDirty, isSubmitting, reset]);
  const leaving = useLeaveWarning(isDirty && !isSubmitting);
  const [parameters, setParameters] = useSearchParams();
  const part = PARTS.find((each) => each === parameters.get('part')) ?? 'messages';
  const { errors, submitCount } = fields.formState;
  // A save that fails at fields of another part alone turns to that part, and the first of them gets the focus there.
  const judged = useRef(submitCount);
  const sought = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (judged.current === submitCount) return;
    judged.current = submitCount;
    const wrong = Object.keys(errors);
    const [first] = wrong;
    if (first === undefined || wrong.map(partOf).includes(part)) return;
    sought.current = first;
    setParameters(searchOf(partOf(first)), { replace: true });
  }, [submitCount, errors, part, setParameters]);
  useEffect(() => {
    if (sought.current === undefined) return;
    document.getElementById(sought.current)?.focus();
    sought.current = undefined;
  }, [part]);
  const names: Record<Part, string> = {
    messages: t('platform.parts.messages'),
    units: t('platform.parts.units'),
    hours: t('platform.windows'),
    optOut: t('platform.clauses'),
  };
  const isForm = part === 'messages' || part === 'units';
  return (
    <form noValidate onSubmit={submit}>
      <Rows isFluid>
        <PartLinks
          label={t('platform.parts.label')}
          parts={PARTS.map((name) => ({ name, label: names[name], search: searchOf(name) }))}
          part={part}
        />
        {!edits && <Alert severity="info">{t('platform.readOnly')}</Alert>}
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        {part === 'messages' && (
          <Box
            // Each column is filled from the top, so that a short card leaves no hole beside a tall one.
            sx={{
              columns: '2 420px',
              columnGap: 5,
              mb: -5,
              '& > *': { breakInside: 'avoid', mb: 5 },
            }}
          >
            <ContentRules fields={fields} edits={edits} />
            <Section title={t('platform.inbox')}>
              <Box sx={{ maxWidth: 560 }}>
                <Controller
                  control={fields.control}
                  name="inbox"
                  render={({ field }) => (
                    <ClientPicker
                      id="inbox-client"
                      label={t('platform.inboxClient')}
                      help={t('platform.inboxHelp')}
                      nobody={t('platform.inboxRoot')}
                      disabled={!edits}
                      value={field.value}
                      onChange={field.onChange}
                    />
                  )}
                />
              </Box>
            </Section>
          </Box>
        )}
        {part === 'units' && (
          <>
            <TransferRules fields={fields} edits={edits} />
            {approvals && (
              <Apart>
                <SecondApprovals
                  approvals={approvals}
                  field={fields.text('secondApprovalAmount')}
                />
              </Apart>
            )}
          </>
        )}
        {part === 'hours' && (
          <Apart>
            <SendingWindows windows={settings.windows} edits={edits} />
          </Apart>
        )}
        {part === 'optOut' && (
          <Apart>
            <StopClauses edits={edits} />
          </Apart>
        )}
      </Rows>
      {edits && (isForm || isDirty) && (
        <ActionBar>
          <Button type="submit" variant="contained" disabled={!isDirty} loading={isSubmitting}>
            {t('platform.save')}
          </Button>
        </ActionBar>
      )}
      {leaving}
    </form>
  );
}

/** A part with dialogs of its own: what they submit is not this form. */
function Apart({ children }: { children: ReactNode }) {
  return <div onSubmit={(event) => event.stopPropagation()}>{children}</div>;
}
