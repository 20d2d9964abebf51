import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { sms, type FilePreview } from '../../../../contract/api/campaign-sending.ts';
import { bindTemplate, parseTemplate, placeholders } from '../../../../contract/shared/template.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { ActionBar } from '../../../ui/page/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/fields/ErrorSummary.tsx';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useFields } from '../../../ui/fields/useFields.ts';
import { CampaignName } from '../parts/CampaignName.tsx';
import { ComposerLayout } from '../parts/ComposerLayout.tsx';
import { MessageFields } from '../parts/MessageFields.tsx';
import { MessagePreview } from '../parts/MessagePreview.tsx';
import { Receipt } from '../parts/Receipt.tsx';
import { SendTest } from '../parts/SendTest.tsx';
import { usePrice } from '../parts/usePrice.ts';
import { OPENED_HERE } from '../review/reviewLink.ts';
import { messageRules, scheduleOf, type MessageForm } from '../parts/messageForm.ts';
import { useClauses, useSenderChoices } from '../parts/senders.ts';
import { isDraftTaken } from '../../../parts/campaigns/draftTaken.ts';
import { endPrepared, readDraft, stepAddress, writeDraft, type Draft } from './draft.ts';
import { useLeadOn } from '../../../ui/page/useLeadOn.ts';

/** Step 2: sender ID, text and time. */
export function MessageStep({
  preview,
  draft,
  slot,
  isReviewing,
}: {
  preview: FilePreview;
  draft: Draft;
  /** The place of the campaign's name, beside the title of the page. */
  slot: HTMLElement | null;
  isReviewing: boolean;
}) {
  const { t } = useTranslation();
  const { rows, units } = useFormat();
  const me = useMe();
  const leadOn = useLeadOn();
  const senders = useSenderChoices(draft.senderId);

  const unknownIn = (text: string) => {
    const [name] = bindTemplate(parseTemplate(text), preview.columns).unknown;
    return name === undefined ? undefined : t('fromFile.unknownPlaceholder', { name });
  };
  const fields = useFields<MessageForm>({
    rules: messageRules(t, { timezone: me.timezone, nameNeeded: true, unknownIn }),
    values: {
      campaignName: draft.campaignName,
      senderId: draft.senderId,
      text: draft.text,
      replaceLookalikes: draft.replaceLookalikes ?? me.replaceLookalikes,
      when: draft.when,
      at: draft.at,
    },
    aliases: { scheduleTimestamp: 'at' },
  });
  const { control, subscribe } = fields;
  const [senderId, text, replaceLookalikes] = useWatch({
    control,
    name: ['senderId', 'text', 'replaceLookalikes'],
  });

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          writeDraft(preview.uploadId, { ...(readDraft(preview.uploadId) ?? draft), ...values }),
      }),
    [subscribe, draft, preview.uploadId],
  );

  const prepare = useSend(sms.fromFileStep2, {
    changes: [campaigns.list, tasks.list],
    failed: (failure) => {
      if (!isDraftTaken(failure)) return fields.failed(failure);
      // A second campaign to these people is made when it is asked for once more.
      const taken = (readDraft(preview.uploadId) ?? draft).prepared?.campaignId;
      if (taken !== undefined) endPrepared(preview.uploadId, taken, false);
      fields.setRefusal(t('compose.draftTaken'));
    },
  });

  const submit = fields.submit(async (values) => {
    const request = {
      uploadId: preview.uploadId,
      phoneColumn: draft.phoneColumn,
      campaignName: values.campaignName.trim(),
      senderId: values.senderId,
      text: values.text,
      replaceLookalikes: values.replaceLookalikes,
      scheduleTimestamp: scheduleOf(values, me.timezone),
    };
    const kept = readDraft(preview.uploadId) ?? draft;
    const { prepared } = kept;
    const asked = JSON.stringify(request);
    if (prepared?.request === asked)
      return leadOn(
        stepAddress(3, {
          upload: preview.uploadId,
          campaign: prepared.campaignId,
          task: prepared.operationId,
        }),
        { state: OPENED_HERE },
      );
    const made = await prepare
      .mutateAsync({ ...request, replaces: prepared?.campaignId })
      .catch(() => null);
    if (made === null) return;
    // Changes made meanwhile stay in the draft.
    writeDraft(preview.uploadId, {
      ...(readDraft(preview.uploadId) ?? { ...kept, ...values }),
      prepared: { ...made, request: asked },
    });
    leadOn(
      stepAddress(3, {
        upload: preview.uploadId,
        campaign: made.campaignId,
        task: made.operationId,
      }),
      { state: OPENED_HERE },
    );
  });

  const [step, setStep] = useState(0);
  const phoneAt = preview.columns.indexOf(draft.phoneColumn);
  // A file without rows leaves each placeholder as it is written.
  const samples = preview.rows.map((cells) => ({
    destination: cells[phoneAt] ?? '',
    fields: Object.fromEntries(preview.columns.map((name, index) => [name, cells[index] ?? ''])),
  }));
  const clauses = useClauses(
    senders.choices,
    senderId,
    samples.map(({ destination }) => destination),
  );
  const at = Math.min(step, Math.max(samples.length - 1, 0));
  const message = { senderId, text, replaceLookalikes };
  const { uploadId } = preview;
  const price = usePrice(
    text.trim() === ''
      ? null
      : { upload: { uploadId, phoneColumn: draft.phoneColumn }, ...message },
  );

  return (
    <Box component="form" noValidate onSubmit={submit}>
      <CampaignName form={fields} slot={slot} hint={t('fromFile.name')} />
      <ComposerLayout
        isReviewing={isReviewing}
        aside={
          <>
            <MessagePreview
              message={message}
              clause={clauses.to(samples[at]?.destination)}
              samples={samples}
              at={at}
              isFile
              onStep={setStep}
            />
            <Receipt {...price} />
          </>
        }
      >
        {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
        <ErrorSummary errors={fields.summary} />
        <MessageFields
          form={fields}
          senders={senders}
          names={preview.columns}
          insertLabel={t('fromFile.insert')}
          samples={placeholders(text).length > 0 ? samples.map((sample) => sample.fields) : []}
          messages={price.price?.recipients ?? preview.rowCount}
          ends={clauses.ends}
        />
      </ComposerLayout>
      <ActionBar
        note={[
          rows(preview.rowCount),
          ...(price.price === null ? [] : [units(price.price.units)]),
        ].join(' · ')}
      >
        <Button
          variant="outlined"
          color="inherit"
          component={Link}
          to={stepAddress(1, { upload: preview.uploadId })}
        >
          {t('common.back')}
        </Button>
        <SendTest message={message} fields={samples[at]?.fields ?? {}} />
        <Button type="submit" variant="contained" loading={prepare.isPending || senders.loading}>
          {t('fromFile.prepare')}
        </Button>
      </ActionBar>
    </Box>
  );
}
