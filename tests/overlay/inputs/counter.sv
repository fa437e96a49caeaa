# A counter of two bits, as a person writes it.
.model counter # comment
.inputs clk enable \
        reset
.outputs count[1] count[0]
.latch next0 count[0] re clk 0
.latch next1 count[1] re clk 3
.names count[0] enable t0
01 1
10 1
.names t0 reset next0
10 1
.names count[0] enable carry
11 1
.names count[1] carry t1
00 0
11 0
.names t1 reset next1
10 1
.end
