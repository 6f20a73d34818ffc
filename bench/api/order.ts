/** The order that the bench creates. */
export const ORDER = {
  from: 'ETH',
  to: 'polygon',
  amount: '0.5',
  destinationAddress: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
};
