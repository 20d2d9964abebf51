import AddIcon from '@mui/icons-material/Add';
import InsertIcon from '@mui/icons-material/DataObject';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const InsertChoices = lazy(() => import('./InsertChoices.tsx'));

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
  const [wasOpened, setWasOpened] = useState(false);
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
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setWasOpened(true);
        }}
      >
        {t('compose.insertName')}
      </Button>
      <Suspense>
        {wasOpened && (
          <InsertChoices
            names={names}
            label={label}
            wordOf={wordOf}
            anchor={anchor}
            onClose={() => setAnchor(null)}
            onInsert={onInsert}
          />
        )}
      </Suspense>
    </>
  );
}
