import TickedIcon from '@mui/icons-material/CheckBox';
import OpenIcon from '@mui/icons-material/CheckBoxOutlineBlank';
import ResetIcon from '@mui/icons-material/RestartAlt';
import ColumnsIcon from '@mui/icons-material/ViewColumnOutlined';
import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isShown, type ColumnChoice } from './listColumns.ts';
import { useRowHeight } from './rowHeight.ts';

type Props = {
  columns: readonly { key: string; label: string; from?: number }[];
  choice: ColumnChoice;
  choose(next: ColumnChoice | null): void;
  width(): number;
};

/** The columns of a list, ticked are those on the screen, and the height of its rows. */
export function ColumnMenu({ columns, choice, choose, width }: Props) {
  const { t } = useTranslation();
  const rows = useRowHeight();
  // How wide the list was when the menu was opened.
  const [open, setOpen] = useState<{ anchor: HTMLElement; width: number } | null>(null);
  return (
    <>
      <Tooltip title={t('list.columns')}>
        <IconButton
          size="small"
          aria-label={t('list.columns')}
          aria-haspopup="menu"
          aria-expanded={open !== null}
          onClick={(event) => setOpen({ anchor: event.currentTarget, width: width() })}
        >
          <ColumnsIcon sx={{ fontSize: 18 }} />
        </IconButton>
      </Tooltip>
      <Menu
        anchorEl={open?.anchor}
        open={open !== null}
        onClose={() => setOpen(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': t('list.columns') } }}
      >
        {columns.map((column) => {
          const shown = isShown(column, choice, open?.width ?? 0);
          return (
            <MenuItem
              key={column.key}
              role="menuitemcheckbox"
              aria-checked={shown}
              onClick={() => choose({ ...choice, [column.key]: !shown })}
            >
              {shown ? (
                <TickedIcon sx={{ color: 'primary.main' }} />
              ) : (
                <OpenIcon sx={{ color: 'text.secondary' }} />
              )}
              {column.label}
            </MenuItem>
          );
        })}
        <Divider component="li" />
        <MenuItem role="menuitemcheckbox" aria-checked={rows.isLow} onClick={rows.toggle}>
          {rows.isLow ? (
            <TickedIcon sx={{ color: 'primary.main' }} />
          ) : (
            <OpenIcon sx={{ color: 'text.secondary' }} />
          )}
          {t('list.lowRows')}
        </MenuItem>
        <MenuItem
          disabled={Object.keys(choice).length === 0}
          onClick={() => {
            setOpen(null);
            choose(null);
          }}
        >
          <ResetIcon sx={{ color: 'text.secondary' }} />
          {t('list.columnsDefault')}
        </MenuItem>
      </Menu>
    </>
  );
}
