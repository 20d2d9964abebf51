import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bindTemplate, placeholderName } from '../../../contract/shared/template.ts';

/** The placeholder of a name; undefined where there is none, or where it is that of another one. */
function ownName(name: string, names: readonly string[]): string | undefined {
  const placeholder = placeholderName(name);
  if (placeholder === undefined) return undefined;
  const [at] = bindTemplate([{ placeholder }], names).bound;
  return typeof at === 'number' && names[at] === name ? placeholder : undefined;
}

/** The names of placeholders as a menu. @param anchor null while it is closed */
export default function InsertChoices({
  names,
  label,
  wordOf,
  anchor,
  onClose,
  onInsert,
}: {
  names: readonly string[];
  /** The source of the names. */
  label: string;
  wordOf(name: string): string;
  anchor: HTMLElement | null;
  onClose(): void;
  onInsert(name: string): void;
}) {
  const { t } = useTranslation();
  // The text gets the focus once the menu has given it back.
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Menu
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      disableRestoreFocus={chosen !== null}
      slotProps={{
        paper: { sx: { minWidth: 260, maxWidth: 'min(400px, calc(100% - 32px))', maxHeight: 420 } },
        transition: {
          onExited: () => {
            if (chosen !== null) onInsert(chosen);
            setChosen(null);
          },
        },
      }}
    >
      <ListSubheader role="presentation" sx={{ lineHeight: '32px', backgroundColor: 'inherit' }}>
        {label}
      </ListSubheader>
      {names.map((name) => {
        const inserted = ownName(name, names);
        const usable = inserted !== undefined;
        const word = wordOf(name);
        return (
          <MenuItem
            key={name}
            disabled={!usable}
            aria-label={t('fromFile.insertColumn', { name: word })}
            onClick={() => {
              setChosen(inserted ?? null);
              onClose();
            }}
            sx={{ display: 'flex', justifyContent: 'space-between', gap: 6 }}
          >
            <Typography component="span" noWrap>
              {word}
            </Typography>
            <Typography variant="body2" component="span" color="textSecondary" noWrap>
              {usable ? `#${inserted}#` : t('compose.notUsable')}
            </Typography>
          </MenuItem>
        );
      })}
      {names.some((name) => ownName(name, names) === undefined) && (
        <ListSubheader
          role="presentation"
          sx={{ typography: 'body2', pt: 1, pb: 2, backgroundColor: 'inherit', position: 'static' }}
        >
          {t('fromFile.notUsable')}
        </ListSubheader>
      )}
    </Menu>
  );
}
