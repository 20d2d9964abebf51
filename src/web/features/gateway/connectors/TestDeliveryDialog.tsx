import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { connectors } from '../../../../contract/api/connectors.ts';
import { useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { Facts } from '../../../ui/page/Page.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Halves, Rows } from '../../../ui/page/layout.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

/** Submits a sample message to an HTTP connector, once, and shows the answer. */
export function TestDeliveryDialog({ cid, onClose }: { cid: string; onClose(): void }) {
  const { t } = useTranslation();
  const { duration } = useFormat();
  const [form, setForm] = useState({ from: '254700000000', to: '22456', text: 'Test' });
  const post = useSend(connectors.testPost, { failed: () => undefined });
  const field = (name: keyof typeof form) => ({
    name,
    value: form[name],
    onChange: (event: { target: { value: string } }) =>
      setForm({ ...form, [name]: event.target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    post.mutate({ cid, ...form });
  };
  const { data } = post;
  return (
    <Dialog
      open
      onClose={onClose}
      isDiscardable={data !== undefined}
      aria-labelledby="delivery-title"
      maxWidth="sm"
      fullWidth
    >
      <Box component="form" noValidate onSubmit={submit}>
        <DialogTitle id="delivery-title">
          {t('connectors.testDelivery.title', { name: cid })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 5 }}>
          <Typography variant="body2" color="textSecondary">
            {t('connectors.testDelivery.text')}
          </Typography>
          <Halves>
            <TextField
              field={field('from')}
              label={t('connectors.testDelivery.from')}
              autoFocus
              autoComplete="off"
              input={{ maxLength: 30 }}
            />
            <TextField
              field={field('to')}
              label={t('connectors.testDelivery.to')}
              autoComplete="off"
              input={{ maxLength: 30 }}
            />
          </Halves>
          <TextField
            field={field('text')}
            label={t('connectors.testDelivery.message')}
            multiline
            input={{ maxLength: 1000 }}
          />
          <Rows role="status" gap={4}>
            {post.isError && <Alert severity="error">{messageOf(post.error)}</Alert>}
            {data && (
              <>
                <Alert severity={data.ok ? 'success' : 'warning'}>
                  {t(data.ok ? 'connectors.testDelivery.ok' : 'connectors.testDelivery.notOk')}
                </Alert>
                <Facts
                  rows={[
                    [t('connectors.testDelivery.status'), data.status ?? DASH],
                    [t('connectors.testDelivery.took'), duration(data.milliseconds / 1000)],
                    data.error === null ? null : [t('connectors.testDelivery.error'), data.error],
                    [
                      t('connectors.testDelivery.answer'),
                      data.answer === null ? (
                        t('connectors.testDelivery.hidden')
                      ) : data.answer === '' ? (
                        t('connectors.testDelivery.noAnswer')
                      ) : (
                        <code key="answer">{data.answer}</code>
                      ),
                    ],
                  ]}
                />
              </>
            )}
          </Rows>
        </DialogContent>
        <DialogActions>
          <Button color="inherit" variant="outlined" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button type="submit" variant="contained" loading={post.isPending}>
            {t('connectors.testDelivery.send')}
          </Button>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
