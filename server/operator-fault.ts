/** A fault that the operator can mend: its message is shown as it is, without the place in the code. */
export class OperatorFault extends Error {}
