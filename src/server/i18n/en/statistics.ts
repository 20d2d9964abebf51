/** The delivery report as a file. */
export const statistics = {
  fileName: 'Delivery report',
  columns: {
    client: 'Client',
    sender: 'Sender ID',
    country: 'Country',
    network: 'Network',
    id: 'Client id',
    rest: [
      'Messages',
      'Segments',
      'Units charged',
      'Taken by a carrier',
      'Delivered',
      'Undeliverable',
      'Rejected',
      'Expired',
      'Failed',
      'Unknown',
      'Cancelled',
      'Not ended',
      'Delivery rate',
    ],
    all: 'All',
  },
} as const;
