import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { placeholders } from '../../../../contract/shared/template.ts';
import { useMe } from '../../../parts/queries.ts';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useFields, type Fields } from '../../../ui/fields/useFields.ts';
import { type MessageForm, messageRules } from '../parts/messageForm.ts';
import { useFileUpload } from '../from-file/useFileUpload.ts';
import { CampaignName } from '../parts/CampaignName.tsx';
import { ComposerLayout } from '../parts/ComposerLayout.tsx';
import { MessageFields } from '../parts/MessageFields.tsx';
import { MessagePreview } from '../parts/MessagePreview.tsx';
import { Receipt } from '../parts/Receipt.tsx';
import { SendTest } from '../parts/SendTest.tsx';
import { usePrice } from '../parts/usePrice.ts';
import { useClauses, useSenderChoices, type SenderChoices } from '../parts/senders.ts';
import { keyOf, newDraft, readDraft, type Recipients, withNumbers } from './draft.ts';
import { useArrivals, useReply } from './linkArrivals.ts';
import { RecipientsSection } from './RecipientsSection.tsx';
import { noteOf, priceInputOf } from './toPrice.ts';
import { useChosen } from './useChosen.ts';
import { useKeptDraft } from './useKeptDraft.ts';
import { usePrepare } from './usePrepare.ts';

/**
 * A new campaign: recipients, message and time, with the phone and the price beside them.
 * @param slot the place of the campaign's name, beside the title of the page
 * @param isReviewing its review is open
 */
export function Composer({
  slot,
  isReviewing,
}: {
  slot: HTMLElement | null;
  isReviewing: boolean;
}) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const me = useMe();
  const [kept] = useState(() => readDraft(me.clientId) ?? newDraft(me.replaceLookalikes));
  const [recipients, setRecipients] = useState<Recipients>(kept.recipients);
  const [parameters] = useSearchParams();
  const senders = useSenderChoices(parameters.get('sender') ?? kept.message.senderId);
  const fields = useFields<MessageForm>({
    rules: messageRules(t, {
      timezone: me.timezone,
      nameNeeded: false,
      unknownIn: () => undefined,
    }),
    values: kept.message,
    aliases: { scheduleTimestamp: 'at' },
  });
  const { control } = fields;
  const [senderId, text, replaceLookalikes] = useWatch({
    control,
    name: ['senderId', 'text', 'replaceLookalikes'],
  });
  useKeptDraft(me.clientId, kept, recipients, fields);
  useLinks(senders, setRecipients, fields);
  const chosen = useChosen(recipients);
  const { submit, isPreparing, fault, clearFault } = usePrepare(kept, recipients, fields);
  const file = useFileUpload(() => carriedBy(fields.getValues()));
  const { people, samples } = chosen;
  const message = { senderId, text, replaceLookalikes };
  const price = usePrice(priceInputOf(people, recipients, message));
  const [step, setStep] = useState(0);
  const at = Math.min(step, Math.max(samples.length - 1, 0));
  const clauses = useClauses(
    senders.choices,
    senderId,
    samples.map(({ destination }) => destination),
  );
  const known = samples
    .map((sample) => sample.fields)
    .filter((values) => Object.keys(values).length > 0);
  return (
    <Box component="form" noValidate onSubmit={submit}>
      <CampaignName form={fields} slot={slot} hint={t('compose.nameHint')} />
      <ComposerLayout
        isReviewing={isReviewing}
        aside={
          <>
            <MessagePreview
              message={message}
              clause={clauses.to(samples[at]?.destination)}
              samples={samples}
              at={at}
              onStep={setStep}
            />
            <Receipt {...price} />
          </>
        }
      >
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        <ErrorSummary
          errors={[
            ...(fault === null ? [] : [{ id: 'recipients', message: fault }]),
            ...fields.summary,
          ]}
        />
        <RecipientsSection
          value={recipients}
          onChange={(next) => {
            setRecipients(next);
            clearFault();
          }}
          error={fault ?? undefined}
          file={file}
        />
        <MessageFields
          form={fields}
          senders={senders}
          names={chosen.placeholders}
          insertLabel={t('compose.insert')}
          samples={placeholders(text).length > 0 ? known : []}
          messages={price.price?.recipients ?? (people === 0 ? null : people)}
          ends={clauses.ends}
        />
      </ComposerLayout>
      <ActionBar
        note={[
          t(noteOf(people, recipients), { count: people, value: number(people) }),
          ...(price.price === null ? [] : [units(price.price.units)]),
        ].join(' · ')}
      >
        <SendTest message={message} fields={samples[at]?.fields ?? {}} />
        <Button type="submit" variant="contained" loading={isPreparing || senders.loading}>
          {t('fromFile.prepare')}
        </Button>
      </ActionBar>
    </Box>
  );
}

/** The parts that a file takes over from the message that was begun; it brings its own name. */
function carriedBy({ campaignName, ...message }: MessageForm) {
  return campaignName.trim() === '' ? message : { ...message, campaignName };
}

/** Fills in what a link to this page names: a template, a group, numbers and a sender ID. */
function useLinks(
  senders: SenderChoices,
  setRecipients: (change: (before: Recipients) => Recipients) => void,
  fields: Fields<MessageForm>,
): void {
  useArrivals(
    (content) => fields.setValue('text', content, { shouldDirty: true }),
    (group) =>
      setRecipients((before) =>
        before.groups.some(({ groupId }) => groupId === group.groupId)
          ? before
          : { ...before, groups: [...before.groups, group] },
      ),
  );
  useReply(
    senders,
    (added) =>
      setRecipients((before) => {
        const there = new Set(before.numbers.map(keyOf));
        return {
          ...before,
          numbers: withNumbers(
            before.numbers,
            added.filter((each) => !there.has(keyOf(each))),
          ),
        };
      }),
    (sender) =>
      fields.setValue('senderId', sender, {
        shouldDirty: true,
        shouldValidate: fields.errorOf('senderId') !== undefined,
      }),
  );
}
