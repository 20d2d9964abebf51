import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { SmppUser } from '../../../contract/api/gateway-users.ts';
import { Time, useFormat } from '../../ui/figures.tsx';
import { SideScroll } from '../../ui/layout.tsx';
import Dialog from '../../ui/Dialog.tsx';

const FIGURES = ['submitted', 'refused', 'delivered', 'inWindow'] as const;

/** The open connections of a user's software, with their traffic. */
export function BindsDialog({ user, onClose }: { user: SmppUser; onClose(): void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <Dialog open onClose={onClose} aria-labelledby="binds-title" maxWidth="md" fullWidth>
      <DialogTitle id="binds-title">
        {t('gateway.users.bindsTitle', { name: user.uid })}
      </DialogTitle>
      <DialogContent>
        {user.binds.length === 0 ? (
          <Typography color="textSecondary">{t('gateway.users.noBinds')}</Typography>
        ) : (
          <SideScroll>
            <Table size="small">
              <TableHead>
                <TableRow>
                  <TableCell>{t('gateway.users.bind.address')}</TableCell>
                  <TableCell>{t('gateway.users.bind.kind')}</TableCell>
                  <TableCell>{t('gateway.users.bind.since')}</TableCell>
                  {FIGURES.map((name) => (
                    <TableCell key={name} align="right">
                      {t(`gateway.users.bind.${name}`)}
                    </TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {user.binds.map((bind) => (
                  <TableRow key={bind.bindId}>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>
                      {bind.address}
                      {bind.tls && ' · TLS'}
                    </TableCell>
                    <TableCell>{t(`gateway.users.bindKind.${bind.kind}`)}</TableCell>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>
                      <Time at={bind.sinceTimestamp} />
                    </TableCell>
                    {FIGURES.map((name) => (
                      <TableCell key={name} align="right">
                        {number(bind[name])}
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </SideScroll>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" autoFocus onClick={onClose}>
          {t('common.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
