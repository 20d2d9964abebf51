import MoreIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

export type RowAction = { key: string; label: string; icon: ReactNode; danger?: boolean } & ({ to: string } | { act(): void });

/** What can be done with one row, at its end; nothing where there is nothing to do. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  return (
    <>
      <IconButton size="small" aria-haspopup="menu" aria-expanded={anchor !== null} aria-label={t('list.rowMenu', { name })} onClick={(event) => setAnchor(event.currentTarget)}><MoreIcon /></IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)} anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }} transformOrigin={{ vertical: 'top', horizontal: 'right' }}>
        {actions.map((action) => {
          const sx = action.danger ? { color: 'error.main' } : {};
          return 'to' in action
            ? <MenuItem key={action.key} component={Link} to={action.to} sx={sx} onClick={() => setAnchor(null)}>{action.icon}{action.label}</MenuItem>
            : <MenuItem key={action.key} sx={sx} onClick={() => { setAnchor(null); action.act(); }}>{action.icon}{action.label}</MenuItem>;
        })}
      </Menu>
    </>
  );
}
