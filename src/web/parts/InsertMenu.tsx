import AddIcon from '@mui/icons-material/Add';
import InsertIcon from '@mui/icons-material/DataObject';
import Button from '@mui/material/Button';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlaceholderName } from '../../contract/shared/template.ts';

/** Fields of a contact, which have a word on the screens; any other name is a person's own. */
const FIELDS = ['firstName', 'lastName', 'otherNames', 'phone', 'email'] as const;

/** Placeholders of a text, by names that people know; a choice inserts one at the cursor. */
export function InsertMenu({
  names,
  label,
  onInsert,
}: {
  names: readonly string[];
  /** The source of the names. */
  label: string;
  onInsert(name: string): void;
}) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  // The text gets the focus once the menu has given it back.
  const [chosen, setChosen] = useState<string | null>(null);
  const wordOf = (name: string) => {
    const field = FIELDS.find((each) => each === name);
    return field === undefined ? name : t(`contacts.${field}`);
  };
  if (names.length === 0) return null;
  return (
    <>
      {/* The most frequent one is a single click. */}
      {names.includes(FIELDS[0]) && (
        <Button
          size="small"
          color="inherit"
          aria-label={t('fromFile.insertColumn', { name: wordOf(FIELDS[0]) })}
          startIcon={<AddIcon />}
          onClick={() => onInsert(FIELDS[0])}
        >
          {wordOf(FIELDS[0])}
        </Button>
      )}
      <Button
        size="small"
        color="inherit"
        startIcon={<InsertIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('compose.insertName')}
      </Button>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        disableRestoreFocus={chosen !== null}
        slotProps={{
          paper: { sx: { minWidth: 260, maxWidth: 400, maxHeight: 420 } },
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
          const usable = isPlaceholderName(name);
          const word = wordOf(name);
          return (
            <MenuItem
              key={name}
              disabled={!usable}
              aria-label={t('fromFile.insertColumn', { name: word })}
              onClick={() => {
                setChosen(name);
                setAnchor(null);
              }}
              sx={{ display: 'flex', justifyContent: 'space-between', gap: 6 }}
            >
              <Typography component="span" noWrap>
                {word}
              </Typography>
              <Typography variant="body2" component="span" color="textSecondary" noWrap>
                {usable ? `#${name}#` : t('compose.notUsable')}
              </Typography>
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
