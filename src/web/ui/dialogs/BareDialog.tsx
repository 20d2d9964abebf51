import MuiDialog, { type DialogProps } from '@mui/material/Dialog';

/**
 * A dialog that a double click opens and does not close: the second click falls on the page around
 * it, and only a click of its own there means to close it.
 */
export default function BareDialog({ onClose, ...props }: DialogProps) {
  return (
    <MuiDialog
      {...props}
      {...(onClose && {
        onClose: (event, reason) => {
          if (reason !== 'backdropClick' || !isRepeatedClick(event)) onClose(event, reason);
        },
      })}
    />
  );
}

const isRepeatedClick = (event: object) =>
  'detail' in event && typeof event.detail === 'number' && event.detail > 1;
