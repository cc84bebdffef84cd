/** Components that their pages of the reference draw live; those that need a provider have pictures. */
export const specimenNames = [
  'AcceptOfferButton',
  'AddToCartButton',
  'Address',
  'BidButton',
  'BuyButton',
  'CancelButton',
  'CartButton',
  'CollectButton',
  'Dialog',
  'EditButton',
  'ErrorNote',
  'ExternalLink',
  'ListButton',
  'ListManyButton',
  'Note',
  'Price',
  'Prices',
  'Select',
  'Sentence',
  'SweepButton',
  'TokenMedia',
  'TokenPicture',
  'TransferButton',
  'When',
] as const

export type SpecimenName = (typeof specimenNames)[number]
