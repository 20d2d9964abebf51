import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayGroups } from '../../../../contract/api/gateway-groups.ts';
import { gatewayUsers } from '../../../../contract/api/gateway-users.ts';
import { useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

/** Compares clients with gateway groups and users: first a list of repairs, then the repair. */
export function RectifyDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const look = useSend(gatewayUsers.rectify, { failed: () => undefined });
  const repair = useSend(gatewayUsers.rectify, {
    changes: [gatewayUsers.list, gatewayGroups.list],
    failed: () => undefined,
  });
  const { mutate } = look;
  useEffect(() => mutate({ dryRun: true }), [mutate]);
  const shown = repair.data ?? look.data;
  const failure = repair.error ?? look.error;
  return (
    <Dialog
      open
      onClose={repair.isPending ? undefined : onClose}
      aria-labelledby="rectify-title"
      maxWidth="sm"
      fullWidth
    >
      <DialogTitle id="rectify-title">{t('gateway.rectify.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start', minHeight: 160 }}>
        {failure && <Alert severity="error">{messageOf(failure)}</Alert>}
        {!shown && !failure && <Loading />}
        {shown && (
          <>
            <Typography color="textSecondary">
              {t('gateway.rectify.compared', {
                clients: number(shown.clientCount),
                users: number(shown.userCount),
              })}
            </Typography>
            {repair.data && (
              <Alert severity="success">
                {t('gateway.rectify.done', {
                  count: shown.actionCount,
                  value: number(shown.actionCount),
                })}
              </Alert>
            )}
            {shown.actionCount === 0 && !repair.data && (
              <Alert severity="success">{t('gateway.rectify.nothing')}</Alert>
            )}
            {shown.actions.length > 0 && (
              <Box component="ul" sx={{ m: 0, pl: 5, display: 'grid', gap: 1 }}>
                {shown.actions.map((action) => (
                  <li
                    key={`${action.action} ${action.uid ?? action.gid ?? ''} ${action.clientId ?? ''}`}
                  >
                    {t(`gateway.rectify.actions.${action.action}`, {
                      name: action.uid ?? action.gid ?? '',
                    })}{' '}
                    <Typography component="span" color="textSecondary">
                      {[action.clientName, t(`gateway.rectify.reasons.${action.reason}`)]
                        .filter(Boolean)
                        .join(': ')}
                    </Typography>
                  </li>
                ))}
              </Box>
            )}
          </>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={repair.isPending}>
          {t('common.close')}
        </Button>
        {!repair.data && (
          <Button
            variant="contained"
            disabled={!look.data || look.data.actionCount === 0}
            loading={repair.isPending}
            onClick={() => repair.mutate({ dryRun: false })}
          >
            {t('gateway.rectify.repair')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
