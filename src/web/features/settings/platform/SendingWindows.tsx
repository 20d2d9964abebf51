import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import UnconfirmedIcon from '@mui/icons-material/HelpOutlineOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { INITIAL_SOURCE } from '../../../../contract/api/sender-rules.ts';
import { platform, type SendingWindow } from '../../../../contract/api/platform-settings.ts';
import { useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { ToneChip } from '../../../ui/figures/StatusChip.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useDayNames } from '../../../ui/fields/useDayNames.ts';
import { WindowDialog } from './WindowDialog.tsx';
import { SideScroll } from '../../../ui/page/layout.tsx';

/** A phone leaves these out, or has them below the country and the hours. */
const WIDE = { display: { xs: 'none', sm: 'table-cell' } } as const;
const NARROW = { display: { xs: 'block', sm: 'none' } } as const;

export function SendingWindows({
  windows,
  edits,
}: {
  windows: readonly SendingWindow[];
  edits: boolean;
}) {
  const { t } = useTranslation();
  const { country: nameOf, number } = useFormat();
  const toast = useToast();
  const dayNames = useDayNames();
  const daysOf = ({ days }: SendingWindow) =>
    days.length === 7 ? t('platform.everyDay') : days.map((day) => dayNames[day - 1]).join(', ');
  const [editing, setEditing] = useState<SendingWindow | 'new' | null>(null);
  // Until somebody names the source of a rule, a column for it would be empty.
  const unconfirmed = windows.filter(({ source }) => source === INITIAL_SOURCE).length;
  const hasSource = unconfirmed < windows.length;
  const [removing, setRemoving] = useState<SendingWindow | null>(null);
  const remove = useSend(platform.deleteWindow, {
    changes: [platform.get],
    done: () => {
      setRemoving(null);
      toast.success(t('platform.removed'));
    },
  });
  return (
    <Section
      title={t('platform.windows')}
      flush
      action={
        edits && (
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            startIcon={<AddIcon />}
            onClick={() => setEditing('new')}
          >
            {t('platform.add')}
          </Button>
        )
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
        {windows.length === 0 ? t('platform.windowsEmpty') : t('platform.windowsText')}
      </Typography>
      {unconfirmed > 0 && (
        <Alert severity="warning" sx={{ mx: { xs: 4, sm: 5 }, mb: 4 }}>
          {t('platform.unconfirmed', { count: unconfirmed, value: number(unconfirmed) })}
        </Alert>
      )}
      {windows.length > 0 && (
        <SideScroll tabIndex={0} role="region" aria-label={t('platform.windows')}>
          <Table aria-label={t('platform.windows')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('platform.country')}</TableCell>
                <TableCell sx={WIDE}>{t('platform.kind')}</TableCell>
                <TableCell>{t('platform.hours')}</TableCell>
                <TableCell sx={WIDE}>{t('platform.days')}</TableCell>
                {hasSource && <TableCell sx={WIDE}>{t('platform.source')}</TableCell>}
                <TableCell sx={WIDE}>{t('platform.checked')}</TableCell>
                {edits && <TableCell component="td" />}
              </TableRow>
            </TableHead>
            <TableBody>
              {windows.map((window) => (
                <TableRow key={`${window.country} ${window.kind}`}>
                  <TableCell sx={{ fontWeight: 550 }}>
                    {nameOf(window.country)}
                    <Typography variant="caption" color="textSecondary" sx={NARROW}>
                      {t(`platform.kinds.${window.kind}`)}
                    </Typography>
                    {window.source === INITIAL_SOURCE && (
                      <Box sx={{ ...NARROW, mt: 1 }}>
                        <NotConfirmed
                          name={nameOf(window.country)}
                          onOpen={edits ? () => setEditing(window) : undefined}
                        />
                      </Box>
                    )}
                  </TableCell>
                  <TableCell sx={WIDE}>{t(`platform.kinds.${window.kind}`)}</TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>
                    {window.opens === '00:00' && window.closes === '24:00'
                      ? t('platform.allDay')
                      : `${window.opens} – ${window.closes}`}
                    <Typography
                      variant="caption"
                      color="textSecondary"
                      sx={{ ...NARROW, whiteSpace: 'normal' }}
                    >
                      {daysOf(window)}
                    </Typography>
                    <Typography variant="caption" component="div" color="textSecondary">
                      {window.timezone.replaceAll('_', ' ')}
                    </Typography>
                  </TableCell>
                  <TableCell sx={WIDE}>{daysOf(window)}</TableCell>
                  {hasSource && (
                    <TableCell sx={{ ...WIDE, minWidth: 220, color: 'text.secondary' }}>
                      {window.source !== INITIAL_SOURCE && window.source}
                    </TableCell>
                  )}
                  <TableCell sx={{ ...WIDE, whiteSpace: 'nowrap' }}>
                    {window.source === INITIAL_SOURCE ? (
                      <NotConfirmed
                        name={nameOf(window.country)}
                        onOpen={edits ? () => setEditing(window) : undefined}
                      />
                    ) : (
                      window.checkedOn
                    )}
                  </TableCell>
                  {edits && (
                    <TableCell align="right">
                      <RowMenu
                        name={`${nameOf(window.country)} ${t(`platform.kinds.${window.kind}`)}`}
                        actions={[
                          {
                            key: 'edit',
                            label: t('platform.edit'),
                            icon: <EditIcon />,
                            act: () => setEditing(window),
                          },
                          {
                            key: 'remove',
                            label: t('platform.remove'),
                            icon: <RemoveIcon />,
                            danger: true,
                            act: () => setRemoving(window),
                          },
                        ]}
                      />
                    </TableCell>
                  )}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
      )}
      {editing !== null && (
        <WindowDialog
          window={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={t('platform.removeTitle')}
        action={t('platform.remove')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) remove.mutate({ country: removing.country, kind: removing.kind });
        }}
      >
        {removing &&
          t('platform.removeText', {
            kind: t(`platform.kinds.${removing.kind}`),
            country: nameOf(removing.country),
          })}
      </ConfirmDialog>
    </Section>
  );
}

/** A rule without a source, with the way to enter it for those who may. */
function NotConfirmed({ name, onOpen }: { name: string; onOpen: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 2 }}>
      <ToneChip data-tone="warning">
        <UnconfirmedIcon aria-hidden="true" />
        <span>{t('platform.notConfirmed')}</span>
      </ToneChip>
      {onOpen && (
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={`${t('platform.confirm')}: ${name}`}
          onClick={onOpen}
        >
          {t('platform.confirm')}
        </Button>
      )}
    </Box>
  );
}
