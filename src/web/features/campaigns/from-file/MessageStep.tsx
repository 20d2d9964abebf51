import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { renderAsSent } from '../../../../contract/shared/character-costs.ts';
import { campaigns } from '../../../../contract/api/campaigns.ts';
import { sms, type FilePreview } from '../../../../contract/api/campaign-sending.ts';
import { bindTemplate, parseTemplate, placeholders } from '../../../../contract/shared/template.ts';
import { tasks } from '../../../../contract/api/tasks.ts';
import { useMe, useSend } from '../../../parts/queries.ts';
import { CallError } from '../../../api/request.ts';
import { messageOf } from '../../../api/call.ts';
import { ActionBar } from '../../../ui/ActionBar.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { useFormat } from '../../../ui/figures.tsx';
import { MessageBubble } from '../../../parts/MessageBubble.tsx';
import { Section } from '../../../ui/Page.tsx';
import { MessageFields } from '../parts/MessageFields.tsx';
import { messageErrors, messageRules, scheduleOf, type MessageForm } from '../parts/messageForm.ts';
import { clauseOf, useSenderChoices } from '../parts/senders.ts';
import { readDraft, stepAddress, writeDraft, type Draft } from './draft.ts';

/** Step 2: from whom, which words, and when. */
export function MessageStep({ preview, draft }: { preview: FilePreview; draft: Draft }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const navigate = useNavigate();
  const senders = useSenderChoices();
  const [refusal, setRefusal] = useState<string | null>(null);

  const unknownIn = (text: string) => {
    const [name] = bindTemplate(parseTemplate(text), preview.columns).unknown;
    return name === undefined ? undefined : t('fromFile.unknownPlaceholder', { name });
  };
  const form = useForm<MessageForm>({
    resolver: standardSchemaResolver(
      messageRules(t, { timezone: me.timezone, nameNeeded: true, unknownIn }),
    ),
    defaultValues: {
      campaignName: draft.campaignName,
      senderId: draft.senderId,
      text: draft.text,
      replaceLookalikes: draft.replaceLookalikes ?? me.replaceLookalikes,
      when: draft.when,
      at: draft.at,
    },
  });
  const {
    control,
    handleSubmit,
    setError,
    formState: { errors },
  } = form;
  const [senderId, text, replaceLookalikes] = useWatch({
    control,
    name: ['senderId', 'text', 'replaceLookalikes'],
  });

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          writeDraft(preview.uploadId, { ...(readDraft(preview.uploadId) ?? draft), ...values }),
      }),
    [form, draft, preview.uploadId],
  );

  const prepare = useSend(sms.fromFileStep2, {
    changes: [campaigns.list, tasks.list],
    failed: (failure) => {
      const named =
        failure instanceof CallError
          ? failure.details.filter(
              ({ field }) => field === 'campaignName' || field === 'senderId' || field === 'text',
            )
          : [];
      for (const { field, message } of named) setError(field as keyof MessageForm, { message });
      setRefusal(named.length > 0 ? null : messageOf(failure));
    },
  });

  const submit = handleSubmit(async (values) => {
    setRefusal(null);
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
    <Box component="form" noValidate onSubmit={(event) => void submit(event)}>
      <Box
        sx={{
          display: 'grid',
          gap: 5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.45fr) minmax(0, 1fr)' },
          alignItems: 'start',
        }}
      >
        <Box sx={{ display: 'grid', gap: 5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          {refusal !== null && <Alert severity="error">{refusal}</Alert>}
          <ErrorSummary errors={messageErrors(errors)} />
          <MessageFields
            form={form}
            senders={senders}
            names={preview.columns}
            insertLabel={t('fromFile.insert')}
            samples={placeholders(text).length > 0 ? samples : []}
            messages={preview.rowCount}
            nameHelp={t('fromFile.nameHelp')}
          />
        </Box>
        <Box sx={{ position: { lg: 'sticky' }, top: { lg: 94 } }}>
          <Section
            title={t('fromFile.sample', { row: number(row + 1) })}
            action={
              preview.rows.length > 1 && (
                <Box>
                  <Tooltip title={t('fromFile.samplePrevious')}>
                    <span>
                      <IconButton
                        size="small"
                        aria-label={t('fromFile.samplePrevious')}
                        disabled={row === 0}
                        onClick={() => setRow(row - 1)}
                      >
                        <PreviousIcon />
                      </IconButton>
                    </span>
                  </Tooltip>
                  <Tooltip title={t('fromFile.sampleNext')}>
                    <span>
                      <IconButton
                        size="small"
                        aria-label={t('fromFile.sampleNext')}
                        disabled={row >= preview.rows.length - 1}
                        onClick={() => setRow(row + 1)}
                      >
                        <NextIcon />
                      </IconButton>
                    </span>
                  </Tooltip>
                </Box>
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
