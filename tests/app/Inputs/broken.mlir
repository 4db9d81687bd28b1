// An operation that no dialect has.
func.func @broken(%x: index) {
  ktdp.no_such_operation %x : index
  return
}
