import MoreIcon from '@mui/icons-material/MoreVert';
import ExpandIcon from '@mui/icons-material/ExpandMore';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
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
  const { isOpen, anchor, open, close } = useMenu();
  if (actions.length === 0) return null;
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={t('list.rowMenu', { name })}
        onClick={(event) => open(event.currentTarget)}
      >
        <MoreIcon />
      </IconButton>
      {anchor && <Actions anchor={anchor} isOpen={isOpen} close={close} actions={actions} />}
    </>
  );
}

/** The actions of a page that are not its main ones, behind one button. */
export function MoreMenu({ actions }: { actions: readonly RowAction[] }) {
  const { t } = useTranslation();
  const { isOpen, anchor, open, close } = useMenu();
  if (actions.length === 0) return null;
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        endIcon={<ExpandIcon />}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={(event) => open(event.currentTarget)}
      >
        {t('common.more')}
      </Button>
      {anchor && <Actions anchor={anchor} isOpen={isOpen} close={close} actions={actions} />}
    </>
  );
}

/** A short row as a chip that opens its menu; plain where there is nothing to do with it. */
export function ChipMenu({
  label,
  name,
  actions,
}: {
  label: string;
  name: string;
  actions: readonly RowAction[];
}) {
  const { t } = useTranslation();
  const { isOpen, anchor, open, close } = useMenu();
  if (actions.length === 0) return <Chip size="small" variant="outlined" label={label} />;
  return (
    <>
      <Chip
        size="small"
        variant="outlined"
        // The mark says that the chip opens; its own button would be a second stop for the keyboard.
        label={
          <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
            {label}
            <ExpandIcon aria-hidden="true" sx={{ fontSize: 16, mr: -1, color: 'text.secondary' }} />
          </Box>
        }
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={`${label}: ${t('list.rowMenu', { name })}`}
        onClick={(event) => open(event.currentTarget)}
      />
      {anchor && <Actions anchor={anchor} isOpen={isOpen} close={close} actions={actions} />}
    </>
  );
}

/** A list has a menu for every row: each is made when it is first wanted, and then kept for its closing. */
function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return {
    isOpen,
    anchor,
    open(at: HTMLElement) {
      setAnchor(at);
      setOpen(true);
    },
    close: () => setOpen(false),
  };
}

function Actions({
  anchor,
  isOpen,
  close,
  actions,
}: {
  anchor: HTMLElement;
  isOpen: boolean;
  close(): void;
  actions: readonly RowAction[];
}) {
  return (
    <Menu
      anchorEl={anchor}
      open={isOpen}
      onClose={close}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
    >
      {actions.map((action) => {
        const sx = action.danger ? { color: 'error.main' } : {};
        return 'to' in action ? (
          <MenuItem key={action.key} component={Link} to={action.to} sx={sx} onClick={close}>
            {action.icon}
            {action.label}
          </MenuItem>
        ) : (
          <MenuItem
            key={action.key}
            sx={sx}
            onClick={() => {
              close();
              action.act();
            }}
          >
            {action.icon}
            {action.label}
          </MenuItem>
        );
      })}
    </Menu>
  );
}
