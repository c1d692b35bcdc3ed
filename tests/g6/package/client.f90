! A client in Fortran, with the interface as implicit externals, as old codes have it.
program client
  implicit none
  integer :: cluster, nj, ni, address, code, pipes
  integer :: index(1), neighbour(1)
  double precision :: zero(3), x(3, 2), xi(3, 1), vi(3, 1), acc(3, 1), jerk(3, 1), pot(1)
  double precision :: t, dt, mass, eps2, h2(1)
  integer, external :: g6_open, g6_close, g6_npipes, g6_set_ti, g6_set_j_particle
  integer, external :: g6calc_lasthalf2, g6_set_tunit, g6_set_xunit

  cluster = 65535
  nj = 2
  ni = 1
  t = 0
  dt = 0.125d0
  mass = 8
  eps2 = 0
  zero = 0
  x = 0
  x(1, 2) = 2
  xi = 0
  vi = 0
  acc = 0
  jerk = 0
  pot = 0
  h2 = 0
  index(1) = 10
  if (g6_open(cluster) /= 0) stop 1
  code = g6_set_tunit(51)
  code = g6_set_xunit(51)
  pipes = g6_npipes()
  if (pipes < 1 .or. pipes > 16384) stop 2
  do address = 0, 1
    code = g6_set_j_particle(cluster, address, address + 10, t, dt, mass, zero, zero, zero, zero, &
                             x(1, address + 1))
    if (code /= 0) stop 3
  end do
  if (g6_set_ti(cluster, t) /= 0) stop 4
  call g6calc_firsthalf(cluster, nj, ni, index, xi, vi, acc, jerk, pot, eps2, h2)
  code = g6calc_lasthalf2(cluster, nj, ni, index, xi, vi, eps2, h2, acc, jerk, pot, neighbour)
  if (code /= 0) stop 5
  if (acc(1, 1) /= 2d0 .or. pot(1) /= -4d0 .or. neighbour(1) /= 11) stop 6
  if (g6_close(cluster) /= 0) stop 7
  print *, 'acc', acc(1, 1), 'pot', pot(1), 'neighbour', neighbour(1)
end program client
