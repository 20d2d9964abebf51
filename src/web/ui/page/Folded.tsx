import ExpandIcon from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';

/**
 * A section of a form that most people need not open, with its purpose on the closed lid. It opens by itself
 * when a field in it is wrong.
 */
export function Folded({
  title,
  text,
  open = false,
  isWrong = false,
  heading = 'h3',
  children,
}: {
  title: string;
  text?: string;
  open?: boolean;
  /** True while a field in it has an error. */
  isWrong?: boolean;
  /** h2 for a section directly on a page. */ heading?: 'h2' | 'h3';
  children: ReactNode;
}) {
  const [expanded, setExpanded] = useState(open || isWrong);
  const [wasWrong, setWasWrong] = useState(isWrong);
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong);
    if (isWrong) setExpanded(true);
  }
  return (
    <Accordion
      expanded={expanded}
      onChange={(_event, next) => setExpanded(next)}
      slotProps={{ heading: { component: heading } }}
      disableGutters
      elevation={0}
      sx={(theme) => ({
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: 'var(--corner) !important',
        '&::before': { display: 'none' },
        // Clipped, not hidden: an element that hides its overflow may shrink below its content, as it did in dialogs on a phone.
        overflow: 'clip',
      })}
    >
      <AccordionSummary
        expandIcon={<ExpandIcon />}
        sx={{
          px: { xs: 4, sm: 5 },
          '& .MuiAccordionSummary-content': { my: 3 },
          '&:focus-visible': { outlineOffset: -2 },
        }}
      >
        <Box>
          <Typography variant="subtitle1" component="span" sx={{ display: 'block' }}>
            {title}
          </Typography>
          {text && (
            <Typography variant="body2" color="textSecondary" component="span">
              {text}
            </Typography>
          )}
        </Box>
      </AccordionSummary>
      <AccordionDetails sx={{ px: { xs: 4, sm: 5 }, pb: 4, pt: 1 }}>{children}</AccordionDetails>
    </Accordion>
  );
}
