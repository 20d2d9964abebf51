import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { isPlaceholderName } from '../../contract/shared/template.ts';

/** Placeholders of a text; a click inserts one at the cursor. */
export function PlaceholderNames({
  names,
  label,
  onInsert,
}: {
  names: readonly string[];
  label: string;
  onInsert(name: string): void;
}) {
  const { t } = useTranslation();
  const id = useId();
  if (names.length === 0) return null;
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        maxHeight: 132,
        overflowY: 'auto',
        p: '3px',
        mx: '-3px',
        mt: '-3px',
        mb: '5px',
      }}
      role="group"
      aria-labelledby={id}
    >
      <Typography variant="caption" color="textSecondary" id={id} sx={{ mr: 1 }}>
        {label}
      </Typography>
      {names.map((name) => {
        const usable = isPlaceholderName(name);
        return (
          <Tooltip key={name} describeChild title={usable ? '' : t('fromFile.notUsable', { name })}>
            <span>
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                disabled={!usable}
                aria-label={t('fromFile.insertColumn', { name })}
                // Keeps the cursor where it is in the text.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onInsert(name)}
                sx={{ minHeight: 26, py: 0.5, fontSize: 12, maxWidth: 220 }}
              >
                <Box
                  component="span"
                  sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}
                >{`#${name}#`}</Box>
              </Button>
            </span>
          </Tooltip>
        );
      })}
    </Box>
  );
}
