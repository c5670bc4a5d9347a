/** A fault that the operator can fix: its message is shown without a stack trace. */
export class OperatorFault extends Error {}
