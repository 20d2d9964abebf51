import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import type { TFunction } from 'i18next';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  WEBHOOK_EVENTS,
  webhooks,
  type Webhook,
  type WebhookEvent,
} from '../../../contract/api/webhooks.ts';
import { useSend } from '../../parts/queries.ts';
import { TextField } from '../../ui/fields/TextField.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useFields } from '../../ui/fields/useFields.ts';
import { SecretDialog } from '../../parts/webhooks/SecretDialog.tsx';
import Dialog from '../../ui/dialogs/Dialog.tsx';
import { atMost } from '../../ui/fields/rules.ts';

type Form = { url: string; description: string; events: WebhookEvent[] };
const NEW: Form = {
  url: '',
  description: '',
  events: WEBHOOK_EVENTS.filter((event) => event !== 'message.submitted'),
};

/** Adds a webhook, and then shows its secret once; or changes one. */
export function WebhookDialog({
  webhook,
  onClose,
  onMade,
}: {
  webhook?: Webhook;
  onClose(): void;
  onMade?(webhookId: string): void;
}) {
  const { t } = useTranslation();
  const toast = useToast();
  const fields = useFields<Form>({
    rules: rulesOf(t),
    values: webhook
      ? { url: webhook.url ?? '', description: webhook.description, events: webhook.events }
      : NEW,
  });
  const {
    control,
    failed,
    formState: { errors },
  } = fields;
  const create = useSend(webhooks.create, { changes: [webhooks.list], failed });
  const update = useSend(webhooks.update, {
    changes: [webhooks.list, webhooks.deliveries],
    failed,
    done: () => {
      toast.success(t('webhooks.saved'));
      onClose();
    },
  });
  const busy = create.isPending || update.isPending;
  const submit = fields.submit((form) => {
    if (webhook) update.mutate({ webhookId: webhook.webhookId, ...form });
    else create.mutate(form);
  });

  if (create.data !== undefined) {
    const {
      secret,
      webhook: { webhookId },
    } = create.data;
    return (
      <SecretDialog
        secret={secret}
        onClose={() => {
          onClose();
          onMade?.(webhookId);
        }}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={busy ? undefined : onClose}
      aria-labelledby="webhook-title"
      maxWidth="sm"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="webhook-title">
          {webhook ? t('webhooks.editing') : t('webhooks.adding')}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          {fields.refusal !== null && <Alert severity="error">{fields.refusal}</Alert>}
          <TextField
            {...fields.text('url')}
            label={t('webhooks.address')}
            help={t('webhooks.addressHelp')}
            autoFocus
            type="url"
            input={{
              maxLength: 2000,
              spellCheck: false,
              placeholder: 'https://example.com/webhooks/tuma',
            }}
          />
          <TextField
            {...fields.text('description')}
            label={`${t('webhooks.description')} (${t('fields.optional')})`}
            help={t('webhooks.descriptionHelp')}
            input={{ maxLength: 100 }}
          />
          <Controller
            name="events"
            control={control}
            render={({ field }) => (
              <Box role="group" aria-labelledby="events-label" id="events" tabIndex={-1}>
                <FormLabel id="events-label" sx={{ display: 'block' }}>
                  {t('webhooks.eventsChoice')}
                </FormLabel>
                {WEBHOOK_EVENTS.map((event) => (
                  <FormControlLabel
                    key={event}
                    sx={{ display: 'flex' }}
                    label={t(`webhooks.events.${event}`)}
                    control={
                      <Checkbox
                        size="small"
                        checked={field.value.includes(event)}
                        onChange={({ target }) =>
                          field.onChange(
                            target.checked
                              ? [...field.value, event]
                              : field.value.filter((one) => one !== event),
                          )
                        }
                      />
                    }
                  />
                ))}
                {errors.events !== undefined && (
                  <FormHelperText error role="alert">
                    {errors.events.message}
                  </FormHelperText>
                )}
              </Box>
            )}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={busy}>
            {webhook ? t('webhooks.save') : t('webhooks.add')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}

function rulesOf(t: TFunction) {
  return z.object({
    url: z.string().check(z.trim(), z.minLength(1, t('webhooks.addressMissing')), atMost(2000)),
    description: z.string().check(z.trim(), atMost(100)),
    events: z.array(z.enum(WEBHOOK_EVENTS)).check(z.minLength(1, t('webhooks.eventsMissing'))),
  });
}
