import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { renderAsSent } from '../../../../contract/shared/character-costs.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { sms, type FilePreview } from '../../../../contract/api/campaign-sending.ts';
import { bindTemplate, parseTemplate, placeholders } from '../../../../contract/shared/template.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { MessageBubble } from '../../../parts/MessageBubble.tsx';
import { Section } from '../../../ui/Page.tsx';
import { useFields } from '../../../ui/useFields.ts';
import { MessageFields } from '../parts/MessageFields.tsx';
import { messageRules, scheduleOf, type MessageForm } from '../parts/messageForm.ts';
import { SampleSteps } from '../parts/SampleSteps.tsx';
import { clauseOf, useSenderChoices } from '../parts/senders.ts';
import { readDraft, stepAddress, writeDraft, type Draft } from './draft.ts';
import { Rows } from '../../../ui/layout.tsx';

/** Step 2: from whom, which words, and when. */
export function MessageStep({ preview, draft }: { preview: FilePreview; draft: Draft }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const navigate = useNavigate();
  const senders = useSenderChoices();

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
    failed: fields.failed,
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
      return void navigate(
        stepAddress(3, {
          upload: preview.uploadId,
          campaign: prepared.campaignId,
          task: prepared.operationId,
        }),
      );
    const made = await prepare
      .mutateAsync({ ...request, replaces: prepared?.campaignId })
      .catch(() => null);
    if (made === null) return;
    writeDraft(preview.uploadId, { ...kept, ...values, prepared: { ...made, request: asked } });
    void navigate(
      stepAddress(3, {
        upload: preview.uploadId,
        campaign: made.campaignId,
        task: made.operationId,
      }),
    );
  });

  const clause = clauseOf(senders.choices, senderId);
  const [row, setRow] = useState(0);
  // A file without rows leaves each placeholder as it is written.
  const samples = preview.rows.map((cells) =>
    Object.fromEntries(preview.columns.map((name, index) => [name, cells[index] ?? ''])),
  );
  const asSent = renderAsSent({ text, clause, replaceLookalikes }, samples[row] ?? {});

  return (
    <Box component="form" noValidate onSubmit={submit}>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.45fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Rows isFluid>
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          <ErrorSummary errors={fields.summary} />
          <MessageFields
            form={fields}
            senders={senders}
            names={preview.columns}
            insertLabel={t('fromFile.insert')}
            samples={placeholders(text).length > 0 ? samples : []}
            messages={preview.rowCount}
            nameHelp={t('fromFile.nameHelp')}
          />
        </Rows>
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 94 } }}>
          <Section
            title={t('fromFile.sample', { row: number(row + 1) })}
            action={
              preview.rows.length > 1 && (
                <SampleSteps
                  at={row}
                  count={preview.rows.length}
                  labels={{
                    previous: t('fromFile.samplePrevious'),
                    next: t('fromFile.sampleNext'),
                  }}
                  onStep={setRow}
                />
              )
            }
          >
            {text === '' ? (
              <Typography color="textSecondary">{t('fromFile.sampleEmpty')}</Typography>
            ) : (
              <MessageBubble from={senderId || undefined}>{asSent}</MessageBubble>
            )}
          </Section>
        </Box>
      </Box>
      <ActionBar>
        <Button
          variant="outlined"
          color="inherit"
          component={Link}
          to={stepAddress(1, { upload: preview.uploadId })}
        >
          {t('common.back')}
        </Button>
        <Button type="submit" variant="contained" loading={prepare.isPending}>
          {t('fromFile.prepare')}
        </Button>
      </ActionBar>
    </Box>
  );
}
