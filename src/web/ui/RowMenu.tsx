import MoreIcon from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';

export type RowAction = { key: string; label: string; icon: ReactNode; danger?: boolean } & (
  | { to: string }
  | { act(): void }
);

/** The menu of actions at the end of a row; renders nothing without actions. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // A list has a menu for every row; each is made when it is first wanted.
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-label={t('list.rowMenu', { name })}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setOpen(true);
        }}
      >
        <MoreIcon />
      </IconButton>
      {anchor && (
        <Menu
          anchorEl={anchor}
          open={open}
          onClose={() => setOpen(false)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        >
          {actions.map((action) => {
            const sx = action.danger ? { color: 'error.main' } : {};
            return 'to' in action ? (
              <MenuItem
                key={action.key}
                component={Link}
                to={action.to}
                sx={sx}
                onClick={() => setOpen(false)}
              >
                {action.icon}
                {action.label}
              </MenuItem>
            ) : (
              <MenuItem
                key={action.key}
                sx={sx}
                onClick={() => {
                  setOpen(false);
                  action.act();
                }}
              >
                {action.icon}
                {action.label}
              </MenuItem>
            );
          })}
        </Menu>
      )}
    </>
  );
}
