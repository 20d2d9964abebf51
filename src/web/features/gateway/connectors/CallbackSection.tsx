import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectors, type GenericConnector } from '../../../../contract/api/connectors.ts';
import { useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { DASH } from '../../../ui/figures/figures.tsx';
import { Facts, Section } from '../../../ui/page/Page.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { EDITED } from './kinds.ts';

/** A provider's callback address, and the fields that are read from it. */
export function CallbackSection({ connector }: { connector: GenericConnector }) {
  const { t } = useTranslation();
  const toast = useToast();
  const [asking, setAsking] = useState(false);
  const renew = useSend(connectors.updateGeneric, {
    changes: EDITED,
    done: () => {
      setAsking(false);
      toast.success(t('connectors.callback.renewed'));
    },
  });
  const { cid, settings, callbackPath, callbackSecret } = connector;
  if (!settings.callbacks)
    return (
      <Section title={t('connectors.callback.title')}>
        <Typography color="textSecondary">{t('connectors.callback.off')}</Typography>
      </Section>
    );
  const address = `${settings.callback_base.replace(/\/$/, '')}${callbackPath}`;
  const copied = (name: string, value: string) => (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        gap: 1,
        fontFamily: 'ui-monospace, monospace',
        fontSize: 12,
        overflowWrap: 'anywhere',
      }}
    >
      {value}
      <CopyButton value={value} name={name} />
    </Box>
  );
  const secretName = t('connectors.callback.secret', { name: settings.callback_header });
  return (
    <Section
      title={t('connectors.callback.title')}
      action={
        <Button size="small" variant="outlined" color="inherit" onClick={() => setAsking(true)}>
          {t('connectors.callback.renew')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
        {[
          t('connectors.callback.text'),
          t('connectors.callback.secretText'),
          settings.callback_base === '' && t('connectors.callback.addressPlain'),
        ]
          .filter(Boolean)
          .join(' ')}
      </Typography>
      <Facts
        rows={[
          [t('connectors.callback.address'), copied(t('connectors.callback.address'), address)],
          settings.callback_header === '' ? null : [secretName, copied(secretName, callbackSecret)],
          [t('connectors.callback.id'), <code key="id">{settings.callback_id}</code>],
          [t('connectors.callback.status'), <code key="status">{settings.callback_status}</code>],
          [
            t('connectors.callback.number'),
            settings.callback_number === '' ? (
              DASH
            ) : (
              <code key="number">{settings.callback_number}</code>
            ),
          ],
          [
            t('connectors.callback.error'),
            settings.callback_error === '' ? (
              DASH
            ) : (
              <code key="error">{settings.callback_error}</code>
            ),
          ],
          [t('connectors.callback.answer'), <code key="answer">{settings.callback_answer}</code>],
        ]}
      />
      <ConfirmDialog
        open={asking}
        danger
        title={t('connectors.callback.renewTitle', { name: cid })}
        action={t('connectors.callback.renew')}
        busy={renew.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => renew.mutate({ cid, newCallbackSecret: true })}
      >
        {t('connectors.callback.renewText')}
      </ConfirmDialog>
    </Section>
  );
}
