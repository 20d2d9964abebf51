/** One line of the user tree. */
import ClosedIcon from '@mui/icons-material/ChevronRight';
import OpenIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useFormat } from '../../ui/figures/figures.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { clientAddress } from './columns.tsx';
import { visuallyHidden } from '../../ui/page/visuallyHidden.ts';
import { TREE_COLUMNS } from './treeColumns.ts';
import type { Line } from './tree.ts';

export function TreeLine({
  id,
  line,
  top,
  height,
  isPhone,
  active,
  onChoose,
  onToggle,
}: {
  id: string;
  line: Line;
  top: number;
  height: number;
  /** Facts without a column there are written below the name. */
  isPhone: boolean;
  active: boolean;
  onChoose(): void;
  onToggle?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const { number, units } = useFormat();
  const { node, level, open, matches } = line;
  const parts = node.clients.length;
  return (
    <Box
      id={id}
      role="treeitem"
      aria-level={level}
      aria-setsize={line.siblings}
      aria-posinset={line.position}
      aria-expanded={parts > 0 ? open : undefined}
      aria-selected={active}
      data-active={active || undefined}
      onClick={onChoose}
      sx={(theme) => ({
        position: 'absolute',
        left: 0,
        right: 0,
        top,
        height,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        pr: 4,
        pl: `${12 + (level - 1) * 20}px`,
        minWidth: 0,
        borderRadius: 'var(--corner-small)',
        backgroundColor: active ? theme.vars?.palette.surface.accent : undefined,
        '&:hover': { backgroundColor: active ? undefined : theme.vars?.palette.action.hover },
      })}
    >
      <Box
        component="span"
        aria-hidden="true"
        onClick={parts > 0 ? onToggle : undefined}
        sx={{
          width: 28,
          height: 28,
          flex: 'none',
          display: 'grid',
          placeItems: 'center',
          borderRadius: 'var(--corner-small)',
          color: 'text.secondary',
          cursor: parts > 0 && onToggle ? 'pointer' : undefined,
        }}
      >
        {parts > 0 &&
          (open ? <OpenIcon sx={{ fontSize: 20 }} /> : <ClosedIcon sx={{ fontSize: 20 }} />)}
      </Box>
      <Box sx={{ minWidth: 0, display: 'grid' }}>
        <Link
          component={RouterLink}
          to={clientAddress(node.clientId)}
          tabIndex={-1}
          noWrap
          sx={{ fontWeight: matches ? 700 : undefined, minWidth: 0 }}
        >
          {node.clientName}
        </Link>
        {isPhone && (
          <Typography component="span" variant="caption" color="textSecondary" noWrap aria-hidden>
            {`${units(node.smsBalance)} · ${t(`roles.${node.accessLevel}`)}`}
          </Typography>
        )}
      </Box>
      {node.clientStatus !== 'ACTIVE' && <StatusChip status={node.clientStatus} />}
      {parts > 0 && (
        <Typography
          component="span"
          variant="body2"
          color="textSecondary"
          noWrap
          sx={{ flex: 'none', display: { xs: 'none', sm: 'inline' } }}
        >
          {t('tree.children', { count: parts, value: number(parts) })}
        </Typography>
      )}
      <Box sx={{ flex: 1 }} />
      {TREE_COLUMNS.map(({ key, sx }) => (
        <Typography component="span" key={key} variant="body2" noWrap sx={sx}>
          <Box component="span" sx={visuallyHidden}>{`, ${t(`tree.${key}`)}: `}</Box>
          {key === 'level'
            ? t(`roles.${node.accessLevel}`)
            : number(key === 'balance' ? node.smsBalance : node.messagesLast30Days)}
        </Typography>
      ))}
    </Box>
  );
}
